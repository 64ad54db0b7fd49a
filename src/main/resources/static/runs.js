// The table of finished runs, and the comparison of two lanes.
const PERIOD_MILLIS = 2000;
const element = id => document.getElementById(id);

const figure = value => value === undefined || value === null ? '–'
  : Number(value).toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3 });
const millis = micros => micros === undefined || micros === null ? '–' : figure(micros / 1000);

/** Column, whether it is a number, and where a run has it. */
const COLUMNS = [
  ['lane', false, run => run.lane],
  ['label', false, run => run.label],
  ['begin', false, run => run.begin && new Date(run.begin).toLocaleTimeString()],
  ['seconds', true, run => figure(run.seconds)],
  ['trials', true, run => figure(run.trials)],
  ['failed', true, run => figure(run.failed)],
  ['per second', true, run => figure(run.perSecond)],
  ['p50 ms', true, run => millis(run.trial?.p50Micros)],
  ['p99 ms', true, run => millis(run.trial?.p99Micros)],
  ['peak open', true, run => figure(run.window?.peakOpen)],
  ['opened', true, run => figure(run.window?.opened)],
];

let shown = '';
let ticked = [];

/** Asks for the runs from now on; a service that keeps none is asked no more. */
export async function followRuns() {
  try {
    const answer = await fetch('/runs?limit=20', { headers: { Accept: 'application/json' } });
    if (answer.status === 404) return;
    if (answer.ok) show(await answer.json());
  } catch {
    // The service has gone, and may come back.
  }
  setTimeout(followRuns, PERIOD_MILLIS);
}

function show(answer) {
  const said = JSON.stringify(answer);
  if (said === shown) return;
  shown = said;
  const runs = Array.isArray(answer) ? answer : answer.runs ?? [];
  element('runs').hidden = runs.length === 0;
  const table = element('runs-table');
  table.tHead.replaceChildren(cells('th', COLUMNS.map(([title, number]) => [title, number])));
  table.tBodies[0].replaceChildren(...runs.map(run =>
    cells('td', COLUMNS.map(([, number, value]) => [value(run) || '–', number]))));
  offer([...new Set(runs.map(run => run.lane))].sort());
  compare();
}

function cells(tag, values) {
  const row = document.createElement('tr');
  for (const [value, number] of values) {
    const cell = row.appendChild(document.createElement(tag));
    cell.textContent = value;
    if (tag === 'th') cell.scope = 'col';
    if (number) cell.className = 'number';
  }
  return row;
}

function offer(lanes) {
  const fieldset = element('compare');
  const offered = [...fieldset.querySelectorAll('input')].map(box => box.value);
  if (offered.join() === lanes.join()) return;
  fieldset.querySelectorAll('label').forEach(label => label.remove());
  for (const lane of lanes) {
    const label = fieldset.appendChild(document.createElement('label'));
    const box = label.appendChild(document.createElement('input'));
    box.type = 'checkbox';
    box.value = lane;
    box.checked = ticked.includes(lane);
    box.onchange = () => tick(lane, box.checked);
    label.append(` ${lane}`);
  }
}

/** A third lane takes the place of the one that was ticked first. */
function tick(lane, on) {
  ticked = ticked.filter(other => other !== lane);
  if (on) ticked = [...ticked, lane].slice(-2);
  element('compare').querySelectorAll('input').forEach(box => { box.checked = ticked.includes(box.value); });
  compare();
}

async function compare() {
  const output = element('comparison');
  if (ticked.length < 2) {
    output.hidden = true;
    return;
  }
  const lanes = ticked.map(encodeURIComponent).join(',');
  try {
    const answer = await fetch(`/runs/compare?lanes=${lanes}`, { headers: { Accept: 'text/plain' } });
    const body = await answer.text();
    output.textContent = answer.ok ? body : JSON.parse(body).detail ?? body;
  } catch {
    output.textContent = 'No answer; the service may be gone.';
  }
  output.hidden = false;
}
