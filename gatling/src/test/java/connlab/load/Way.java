package connlab.load;

/**
 * A lane and what is asked of it.
 *
 * @param title what the tables call it
 * @param label of its runs, before their round number: different for different work on one lane
 */
record Way(String title, String lane, String path, String label) {}
