package connlab.preflight;

import java.util.List;

/**
 * One thing about this host, its servers or its lanes that can spoil a run. This is the extension
 * point for a new one: a bean that implements it is found.
 *
 * <p>It only looks: it opens no connection and changes nothing.
 */
interface Check {
    /** Its name: {@code ports}. */
    String name();

    /**
     * What it finds, one for each server or group of lanes that it is about; none if there is no
     * such thing here.
     *
     * @throws Unreadable if the host does not tell, or not to this process
     */
    List<Finding> look(Situation situation) throws Unreadable;
}
