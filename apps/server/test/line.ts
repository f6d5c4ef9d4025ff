import { Agent, request } from 'node:http'

export type Heard = { http: number; data: unknown; text: string; isLast: boolean; ms: number }
export type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

/** A kept-alive connection to a server, so that every request reaches the same worker process. Never retries. */
export class Line {
  readonly #base: string
  readonly #agent: Agent

  constructor(base: string, connections = 1) {
    this.#base = base
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  async ask(path: string, asked: Asked = {}): Promise<Heard> {
    return await askOnce(`${this.#base}${path}`, this.#agent, asked)
  }

  close() {
    this.#agent.destroy()
  }
}

/** Rejects unless it gets a complete response. With `agent` false it uses a new connection. */
export async function askOnce(
  url: string,
  agent: Agent | false,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Heard> {
  const since = performance.now()
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method, agent, headers, timeout: 15_000 }, answer => {
      const parts: Buffer[] = []
      answer.on('data', part => parts.push(part as Buffer))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const isJson = answer.headers['content-type']?.startsWith('application/json')
        const said = (isJson ? JSON.parse(text) : undefined) as { data?: unknown } | undefined
        resolve({
          http: answer.statusCode ?? 0,
          data: said && 'data' in said ? said.data : said,
          text,
          isLast: answer.headers.connection === 'close',
          ms: performance.now() - since,
        })
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in 15 s')))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Returns the number of health checks that each responding worker has served, by worker number. */
export async function healthChecks(base: string, metricsToken: string): Promise<Map<number, number>> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { text } = await askOnce(`${base}/api/metrics`, false, { headers })
  const all = [...text.matchAll(/^finlist_uptime_seconds\{worker="(\d+)"\}/gm)].map(([, worker]) => Number(worker))
  const count = (worker: number) =>
    Number(
      new RegExp(`^finlist_requests_total\\{.*route="/api/health".*worker="${worker}"\\} (\\d+)$`, 'm').exec(
        text,
      )?.[1] ?? 0,
    )
  return new Map(all.map(worker => [worker, count(worker)]))
}

/** Returns a kept-alive connection to each worker, by worker number. */
export async function lineToEach(base: string, workers: number, metricsToken: string): Promise<Map<number, Line>> {
  const asked = () => healthChecks(base, metricsToken)
  const found = new Map<number, Line>()
  for (let tries = 0; tries < 20 * workers && found.size < workers; tries++) {
    const line = new Line(base)
    const before = await asked()
    for (let n = 0; n < 3; n++) await line.ask('/api/health')
    const worker = [...(await asked())].find(([number, count]) => count - (before.get(number) ?? 0) === 3)?.[0]
    if (worker === undefined || found.has(worker)) line.close()
    else found.set(worker, line)
  }
  if (found.size < workers) throw new Error(`only ${found.size} of ${workers} workers answer`)
  return found
}
