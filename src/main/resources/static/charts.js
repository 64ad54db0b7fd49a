// One chart of the last minute with a legend of its own, on uPlot.
import uPlot from '/webjars/uplot/1.6.30/dist/uPlot.esm.js';

const SECONDS = 60;
const HEIGHT = 170;
const COLORS = 8;
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** 1234567 as 1.2M; three significant digits are all that a moving figure can bear. */
export function short(value) {
  if (value === null || value === undefined) return '–';
  const [unit, by] = value >= 1e6 ? ['M', 1e6] : value >= 1e4 ? ['k', 1e3] : ['', 1];
  const scaled = value / by;
  const digits = scaled >= 100 || Number.isInteger(scaled) ? 0 : scaled >= 10 ? 1 : 2;
  return scaled.toFixed(digits) + unit;
}

/** The same name has the same colour in every chart of its kind. */
export class Palette {
  #names = [];
  of(name) {
    if (!this.#names.includes(name)) this.#names.push(name);
    return color(`--color-${this.#names.indexOf(name) % COLORS}`);
  }
}

export class Chart {
  #figure; #palette; #options; #plot; #holder; #legend;
  #times = [];
  #lines = new Map();

  /**
   * options.describe(name, at) gives the legend's text; options.zero says that a name without a
   * figure had none to count, not that it is unknown; options.log is a logarithmic scale.
   */
  constructor(id, palette, options) {
    this.#figure = document.getElementById(id);
    this.#palette = palette;
    this.#options = options;
    this.#holder = this.#figure.appendChild(document.createElement('div'));
    this.#holder.setAttribute('role', 'img');
    this.#legend = this.#figure.appendChild(document.createElement('ul'));
    this.#legend.className = 'legend';
    this.#figure.chart = this;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(this.#holder);
    this.rebuild();
  }

  /** Adds what a moment brought: {name: {style: value}}; a null moment is a gap. */
  push(time, moment) {
    this.#times.push(time);
    let known = true;
    for (const [name, styles] of Object.entries(moment ?? {})) {
      for (const [style, value] of Object.entries(styles)) {
        const key = `${name} ${style}`;
        if (!this.#lines.has(key) && Number.isFinite(value)) {
          const values = Array(this.#times.length - 1).fill(null);
          this.#lines.set(key, { name, style, values });
          known = false;
        }
      }
    }
    const missing = moment && this.#options.zero ? 0 : null;
    for (const { name, style, values } of this.#lines.values()) {
      values.push(moment?.[name]?.[style] ?? missing);
    }
    while (this.#times[0] < time - SECONDS - 1) {
      this.#times.shift();
      this.#lines.forEach(line => line.values.shift());
    }
    if (!known) this.rebuild();
  }

  draw() {
    this.#plot.setData(this.#data());
    this.#tell();
  }

  clear() {
    this.#times = [];
    this.#lines.clear();
    this.rebuild();
  }

  /** What is drawn of one line, for the page's test. */
  values(name, style) {
    return this.#lines.get(`${name} ${style}`)?.values ?? [];
  }

  rebuild() {
    this.#plot?.destroy();
    this.#legend.dataset.said = '';
    const axis = { stroke: color('--quiet'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
    this.#plot = new uPlot({
      ...this.#size(),
      legend: { show: false },
      cursor: { sync: { key: 'connlab' }, drag: { x: false, y: false }, points: { size: 5 } },
      scales: {
        x: { time: false, range: () => [this.#now() - SECONDS, this.#now()] },
        y: this.#options.log
          ? { distr: 3, range: (_, low, high) => low > 0 ? uPlot.rangeLog(low, high, 10, true) : [0.1, 10] }
          : { range: (_, low, high) => [0, this.#top(high)] },
      },
      axes: [
        { ...axis, size: 26,
          splits: () => [60, 45, 30, 15, 0].map(ago => this.#now() - ago),
          values: (_, at) => at.map(time => time === this.#now() ? 'now' : `${Math.round(time - this.#now())} s`) },
        { ...axis, size: 52, grid: { ...axis.grid, ...(this.#options.log && { filter: decades }) },
          values: (_, at) => at.map(value => value === null ? '' : short(value)) },
      ],
      series: [{}, ...[...this.#lines.values()].map(line => this.#series(line))],
      hooks: { setCursor: [() => this.#tell()] },
    }, this.#data(), this.#holder);
    this.#tell();
  }

  #series({ name, style }) {
    return {
      label: `${name} ${style}`,
      stroke: this.#palette.of(name),
      width: style === 'limit' ? 1 : 2,
      dash: { limit: [6, 5], p50: [2, 3] }[style],
      points: { show: false, size: 5, filter: lonely },
    };
  }

  /** A limit far above all that is open would press the curves flat: it is then in the legend only. */
  #top(high) {
    const used = Math.max(0, ...this.#of(style => style !== 'limit'));
    const limits = this.#of(style => style === 'limit').filter(limit => limit <= used * 4);
    return Math.max(this.#options.whole ? 5 : 1, used, ...limits) * 1.08;
  }

  #of(wanted) {
    return [...this.#lines.values()].filter(line => wanted(line.style))
      .flatMap(line => line.values).filter(value => value !== null);
  }

  #now() { return this.#times.at(-1) ?? Date.now() / 1000; }
  #size() { return { width: Math.max(200, this.#holder.clientWidth), height: HEIGHT }; }
  #data() { return [this.#times, ...[...this.#lines.values()].map(line => line.values)]; }

  /** The legend says the figures under the cursor, or else the newest. */
  #tell() {
    const at = this.#plot?.cursor.idx ?? this.#times.length - 1;
    const names = [...new Set([...this.#lines.values()].map(line => line.name))].sort();
    const texts = names.map(name =>
      [name, this.#options.describe(style => this.values(name, style)[at] ?? null, name)]);
    const all = texts.map(pair => pair.join(' ')).join('; ');
    if (this.#legend.dataset.said === all && this.#legend.childElementCount) return;
    this.#legend.dataset.said = all;
    this.#legend.replaceChildren(...(texts.length ? texts.map(pair => this.#item(...pair)) : [nothing()]));
    const title = this.#figure.querySelector('h2').textContent;
    this.#holder.setAttribute('aria-label', `${title}: ${all || 'nothing yet'}`);
  }

  #item(name, text) {
    const item = document.createElement('li');
    const swatch = item.appendChild(document.createElement('span'));
    swatch.className = 'swatch';
    swatch.style.background = this.#palette.of(name);
    item.append(`${name} `);
    item.appendChild(document.createElement('b')).textContent = text;
    return item;
  }
}

function nothing() {
  const item = document.createElement('li');
  item.className = 'none';
  item.textContent = 'nothing yet';
  return item;
}

/** A grid line for every power of ten, and none between. */
function decades(_, splits) {
  const whole = power => Math.abs(power - Math.round(power)) < 1e-6;
  return splits.map(value => whole(Math.log10(value)) ? value : null);
}

/** Points that have no neighbour to draw a line to. */
function lonely(plot, series) {
  const values = plot.data[series];
  const found = [];
  values.forEach((value, i) => {
    if (value !== null && (values[i - 1] ?? null) === null && (values[i + 1] ?? null) === null) found.push(i);
  });
  return found.length ? found : null;
}
