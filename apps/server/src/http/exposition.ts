type Labels = Record<string, string>
/** By name of a metric family: its type, its help text, and its values as lines. */
export type Figures = Record<string, { type: 'counter' | 'gauge' | 'histogram'; help: string; lines: string[] }>

/** Metrics in Prometheus' text format, 0.0.4. */
export class Exposition {
  readonly figures: Figures = {}
  readonly #labels: Labels
  #name = ''

  /** `labels` are added to every value. */
  constructor(labels: Labels = {}) {
    this.#labels = labels
  }

  /** Begins a family; the values that follow belong to it. */
  family(name: string, type: Figures[string]['type'], help: string) {
    this.#name = name
    this.figures[name] ??= { type, help, lines: [] }
  }

  value(value: number, labels: Labels = {}, suffix = '') {
    const said = Object.entries({ ...labels, ...this.#labels }).map(([name, text]) => `${name}="${escape(text)}"`)
    this.figures[this.#name]!.lines.push(
      `${this.#name}${suffix}${said.length > 0 ? `{${said.join(',')}}` : ''} ${Number.isFinite(value) ? value : 0}`,
    )
  }

  single(name: string, type: 'counter' | 'gauge', help: string, value: number) {
    this.family(name, type, help)
    this.value(value)
  }

  histogram(name: string, help: string, { bounds, counts, sum }: Histogram) {
    this.family(name, 'histogram', help)
    let all = 0
    for (const [at, bound] of [...bounds, '+Inf'].entries())
      this.value((all += counts[at]!), { le: String(bound) }, '_bucket')
    this.value(sum, {}, '_sum')
    this.value(all, {}, '_count')
  }

  /** The values of another page, each with the family it belongs to. */
  add(figures: Figures) {
    for (const [name, { type, help, lines }] of Object.entries(figures)) {
      this.family(name, type, help)
      this.figures[name]!.lines.push(...lines)
    }
  }

  text(): string {
    const families = Object.entries(this.figures).map(
      ([name, { type, help, lines }]) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`,
    )
    return families.join('')
  }
}

/** Counts values up to and with each bound, and those above the last. */
export class Histogram {
  readonly bounds: readonly number[]
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  add(value: number) {
    const at = this.bounds.findIndex(bound => value <= bound)
    this.counts[at < 0 ? this.bounds.length : at]!++
    this.sum += value
  }
}

const escape = (text: string) => text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
