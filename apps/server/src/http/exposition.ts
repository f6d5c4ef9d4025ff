type Labels = Record<string, string>

/** Figures in Prometheus' text format, 0.0.4. */
export class Exposition {
  readonly #lines: string[] = []
  #name = ''

  /** The values that follow belong to it. */
  family(name: string, type: 'counter' | 'gauge' | 'histogram', help: string) {
    this.#name = name
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
  }

  value(value: number, labels: Labels = {}, suffix = '') {
    const said = Object.entries(labels).map(([name, text]) => `${name}="${escape(text)}"`)
    this.#lines.push(
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

  text(): string {
    return `${this.#lines.join('\n')}\n`
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
