import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { childEnv } from '../../../tools/child-env.ts'
import { freePort } from '../../../tools/free-port.ts'
import { throwawayFolder } from '../../../tools/throwaway-folder.ts'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))

export type Said = { http: number; status?: string; data?: unknown; ms: number }

/** The whole product as `npm start` runs it, without the demo market, as a separate process with its own data. */
export class OwnProgram {
  readonly base: string
  readonly #dataDir: string
  readonly #env: Record<string, string>
  readonly #remove: () => Promise<void>
  /** The program's output so far. */
  said = ''
  #child: ChildProcess | undefined
  #token = ''

  readonly #under: readonly string[]

  /** `under` is a command, with its arguments, that starts the program by replacing itself with it (exec). */
  static async make(env: Record<string, string> = {}, under: readonly string[] = []): Promise<OwnProgram> {
    const folder = await throwawayFolder('finlist-program')
    return new OwnProgram(folder, await freePort(), env, under)
  }

  constructor(
    folder: { path: string; remove(): Promise<void> },
    port: number,
    env: Record<string, string>,
    under: readonly string[] = [],
  ) {
    this.#under = under
    this.base = `http://127.0.0.1:${port}`
    this.#dataDir = folder.path
    this.#remove = () => folder.remove()
    this.#env = childEnv({ LANG: 'C', PORT: String(port), DATA_DIR: folder.path, DEMO_DATA: 'off', ...env })
  }

  /** Starts the program, and returns the milliseconds until it accepted calls. */
  async start(): Promise<number> {
    const since = performance.now()
    const [command, ...args] = [...this.#under, process.execPath, source('main.ts')]
    this.#child = spawn(command!, args, {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    this.#child.stdout!.on('data', data => (this.said += String(data)))
    while (
      !(await fetch(`${this.base}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (this.#child.exitCode !== null) throw new Error(`the program ended: ${this.#child.exitCode}`)
      await wait(20)
    }
    return performance.now() - since
  }

  /** Makes `ask` use this demo account from now on. */
  async speakFor(name: string): Promise<void> {
    this.#token = (await this.command('token', `${name}@demo.example`)).trim()
  }

  /** Runs a command alongside the program, and returns what it wrote to stdout and stderr. */
  async command(name: string, ...args: string[]): Promise<string> {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [source(`commands/${name}.ts`), ...args], {
      env: this.#env,
    })
    return stdout + stderr
  }

  /** Makes a GET request; `http` is 0 if there is no response. */
  async ask(path: string): Promise<Said> {
    const since = performance.now()
    try {
      const answer = await fetch(`${this.base}/api${path}`, {
        headers: { authorization: `Bearer ${this.#token}` },
        signal: AbortSignal.timeout(30_000),
      })
      const said = (await answer.json()) as { status: string; data?: unknown }
      return { http: answer.status, ...said, ms: performance.now() - since }
    } catch {
      return { http: 0, ms: performance.now() - since }
    }
  }

  /** The headers that authorise a call, for tests that send it themselves. */
  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }

  /** Undefined once the process has ended. */
  get pid(): number | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  /** Returns the process ids of its workers. */
  async workers(): Promise<number[]> {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(this.#child!.pid)])
    const own = stdout.split('\n').filter(line => line.includes(source('main.ts')))
    return own.map(line => Number.parseInt(line, 10))
  }

  signal(name: NodeJS.Signals) {
    this.#child?.kill(name)
  }

  /** Waits for the process to end, and returns its exit code. */
  async ended(): Promise<number | null> {
    if (this.#child?.exitCode === null) await once(this.#child, 'exit')
    return this.#child?.exitCode ?? null
  }

  /** Queries its database. */
  async rows<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    const postgres = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: () => undefined })
    const client = new pg.Client(postgres.url)
    try {
      await client.connect()
      return (await client.query<R>(text, values)).rows
    } finally {
      await client.end()
      await postgres.stop()
    }
  }

  /** Returns the process id of its PostgreSQL. */
  async postmaster(): Promise<number> {
    return Number.parseInt(await readFile(join(this.#dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async remove(): Promise<void> {
    await this.#end('SIGINT')
    await this.#remove()
  }

  async #end(signal: 'SIGKILL' | 'SIGINT') {
    if (this.#child?.exitCode !== null || !this.#child.kill(signal)) return
    await once(this.#child, 'exit')
  }
}
