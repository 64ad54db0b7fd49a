// The live page: follows /live, draws it, and lists the finished runs.
import { Chart, Palette, short } from '/charts.js';
import { followRuns } from '/runs.js';

const STALE_MILLIS = 2000;
const element = id => document.getElementById(id);
const text = (node, value) => { if (node.textContent !== value) node.textContent = value; };

const backendColors = new Palette();
const laneColors = new Palette();
const peaks = new Map();
const failures = new Map();
let servers = new Map();
let source;
let lastFrame = null;
let lastTime = null;
let dirty = false;

const figure = style => at => short(at(style));
const charts = {
  open: new Chart('chart-open', backendColors, {
    whole: true,
    describe: at => short(at('open')) + (at('limit') === null ? '' : ` of ${short(at('limit'))}`),
  }),
  opened: new Chart('chart-opened', backendColors, { describe: figure('opened') }),
  rate: new Chart('chart-rate', laneColors, { zero: true, describe: figure('rate') }),
  latency: new Chart('chart-latency', laneColors, {
    log: true,
    describe: at => at('p99') === null ? '–' : `${short(at('p50'))} / ${short(at('p99'))} ms`,
  }),
  flight: new Chart('chart-flight', laneColors, { zero: true, whole: true, describe: figure('flight') }),
};

const collect = (items, row) => Object.fromEntries(items.map(item => [item.name, row(item)]));
const millis = micros => micros === undefined ? null : micros / 1000;

function take(frame) {
  const time = frame.time / 1000;
  if (lastTime !== null && time - lastTime > 1.5) {
    Object.values(charts).forEach(chart => chart.push(lastTime + 0.25, null));
  }
  lastTime = time;
  lastFrame = Date.now();
  charts.open.push(time, collect(frame.backends, b => ({ open: b.peak, limit: b.limit })));
  charts.opened.push(time, collect(frame.backends, b => ({ opened: b.openedPerSecond })));
  charts.rate.push(time, collect(frame.lanes, l => ({ rate: l.perSecond })));
  charts.latency.push(time, collect(frame.lanes, l => ({ p50: millis(l.p50Micros), p99: millis(l.p99Micros) })));
  charts.flight.push(time, collect(frame.lanes, l => ({ flight: l.inFlight })));
  frame.backends.forEach(backend => showServer(backend));
  frame.lanes.forEach(lane => Object.entries(lane.failures).forEach(([kind, count]) => {
    const key = `${lane.name} ${kind}`;
    failures.set(key, (failures.get(key) ?? 0) + count);
  }));
  showFailures();
  showState();
  drawSoon();
}

/** A hidden page gets no animation frames, and so costs no drawing. */
function drawSoon() {
  if (dirty) return;
  dirty = true;
  requestAnimationFrame(() => {
    dirty = false;
    Object.values(charts).forEach(chart => chart.draw());
  });
}

function row(table, key, cells) {
  const body = element(table).tBodies[0];
  let found = [...body.rows].find(candidate => candidate.dataset.key === key);
  if (!found) {
    found = body.insertRow();
    found.dataset.key = key;
    cells.forEach(([, style], i) => {
      const cell = i === 0 ? document.createElement('th') : document.createElement('td');
      if (i === 0) cell.scope = 'row';
      if (style) cell.className = style;
      found.append(cell);
    });
  }
  cells.forEach(([value, style], i) => {
    text(found.cells[i], value);
    if (style && found.cells[i].className !== style) found.cells[i].className = style;
  });
}

function showServer(backend) {
  const known = servers.get(backend.name);
  if (!known || known.up !== backend.up) {
    servers.set(backend.name, { ...known, up: backend.up });
    describeServers();
  }
  if (backend.peak !== undefined) {
    peaks.set(backend.name, Math.max(peaks.get(backend.name) ?? 0, backend.peak));
  }
  row('servers', backend.name, [
    [backend.name],
    [servers.get(backend.name)?.server ?? '–'],
    [backend.up ? 'up' : `down: ${backend.reason}`, backend.up ? 'up' : 'down reason'],
    [short(backend.open), 'number'],
    [short(peaks.get(backend.name)), 'number'],
    [short(backend.limit), 'number'],
  ]);
}

/** Which server stands behind each backend; asked when one came or went. */
async function describeServers() {
  try {
    const answer = await fetch('/lanes', { headers: { Accept: 'application/json' } });
    for (const lane of answer.ok ? await answer.json() : []) {
      const known = servers.get(lane.backend);
      const origin = lane.origin === 'built in' || !lane.origin ? '' : ` (${lane.origin})`;
      servers.set(lane.backend, { ...known, server: lane.server ? lane.server + origin : '–' });
    }
  } catch {
    // The service has gone; the stale banner says so.
  }
}

function showFailures() {
  for (const [key, count] of failures) {
    const [lane, kind] = key.split(' ');
    row('failures', key, [[lane], [kind], [count.toLocaleString('en'), 'number']]);
  }
  element('no-failures').hidden = failures.size > 0;
  element('failures').parentElement.hidden = failures.size === 0;
}

function showState() {
  const stale = lastFrame === null || Date.now() - lastFrame > STALE_MILLIS;
  const since = lastFrame && new Date(lastFrame).toLocaleTimeString();
  text(element('state'), stale ? (lastFrame ? 'stale' : 'connecting …') : 'live');
  element('state').className = stale ? '' : 'live';
  element('stale').hidden = !stale || lastFrame === null;
  element('stale').parentElement.querySelector('main').classList.toggle('stale', stale);
  if (stale && lastFrame) {
    text(element('stale'), `Stale: no figures since ${since}. Is the service running? This page reconnects by itself.`);
  }
}

/** The browser reconnects by itself after a lost connection, but not after a refusal. */
function follow() {
  source = new EventSource('/live');
  source.onmessage = event => take(JSON.parse(event.data));
  source.onopen = () => { servers = new Map(); };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 1000);
  };
}

function startAnew() {
  peaks.clear();
  failures.clear();
  element('failures').tBodies[0].replaceChildren();
  Object.values(charts).forEach(chart => chart.clear());
  showFailures();
}

const COMMANDS = [
  ['200 callers, a new connection for each request, ten seconds', base => `ab -k -c 200 -t 10 -n 10000000 '${base}/connect'`],
  ['the same work on a pool', base => `ab -k -c 200 -t 10 -n 10000000 '${base}/pconnect'`],
  ['PostgreSQL, with a query', base => `ab -k -c 50 -t 10 -n 10000000 '${base}/connect?backend=postgres&query=true'`],
  ['memcached: set, get, compare', base => `ab -k -c 200 -t 10 -n 10000000 '${base}/memcached'`],
  ['twenty in a row, with the time of each phase', base => `curl '${base}/connect?times=20'`],
  ['a round of a comparison, under a name', base => `ab -k -c 200 -t 10 -n 10000000 -H 'X-Connlab-Run: pool/1' '${base}/pconnect'`],
  ['scenarios at a fixed rate', base => `mvn -f gatling gatling:test -DbaseUrl=${base}`],
];

function showCommands() {
  const list = document.querySelector('#commands ul');
  for (const [what, command] of COMMANDS) {
    const item = list.appendChild(document.createElement('li'));
    item.appendChild(document.createElement('span')).textContent = what;
    const code = item.appendChild(document.createElement('code'));
    code.tabIndex = 0;
    code.textContent = command(location.origin);
    const button = item.appendChild(document.createElement('button'));
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy the command: ${what}`);
    button.onclick = () => copy(code, button);
  }
}

/** Where the clipboard can't be written the command is selected, ready for the keyboard. */
async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => { button.textContent = 'Copy'; }, 1500);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  Object.values(charts).forEach(chart => chart.rebuild()));
element('anew').onclick = startAnew;
setInterval(showState, 250);
showCommands();
follow();
followRuns();
