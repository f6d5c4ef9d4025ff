import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { quoted } from '../../market-data/store/control-characters.ts'
import { EngineFailed, type Fault } from './engine-failed.ts'
import { killMarked, runMark } from './marked-processes.ts'
import { memoryOfGroup } from './memory-of-group.ts'

const megabyte = 1_048_576
export const programLimits = { megabytes: 512, seconds: 120, outputMegabytes: 1 }
const lookEveryMs = 200
const mostSaid = 500

/**
 * Runs an operator's program on `input` and returns its output. The program gets no shell and no arguments, a new empty
 * folder, and an environment with only the variable that marks its processes. When the program ends or exceeds a limit,
 * it and every process it started are killed. Throws EngineFailed.
 */
export async function runProgram(
  path: string,
  input: AsyncIterable<string>,
  limits: typeof programLimits = programLimits,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-engine-'))
  const mark = randomUUID()
  const child = spawn(path, [], { cwd: folder, env: { [runMark]: mark }, detached: true, stdio: 'pipe' })
  let fault: Fault | undefined
  const end = (why: Fault) => {
    fault ??= why
    void killAll(child, mark)
    // Processes that left the group may still hold the pipes open.
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const look = async () => {
    const bytes = await memoryOfGroup(child.pid)
    if (bytes > limits.megabytes * megabyte)
      end({ text: 'picking.own.memory', values: { megabytes: limits.megabytes } })
  }
  const watch = setInterval(() => void look().catch(() => undefined), lookEveryMs)
  const late = setTimeout(
    () => end({ text: 'picking.own.late', values: { seconds: limits.seconds } }),
    limits.seconds * 1_000,
  )
  try {
    // Waits for all four even if one fails, because the bars are read over the transaction's connection.
    const [code, printed, said, fed] = await Promise.allSettled([
      ended(child, mark),
      collect(child.stdout, limits.outputMegabytes * megabyte, () =>
        end({ text: 'picking.own.output', values: { megabytes: limits.outputMegabytes } }),
      ),
      collect(child.stderr, mostSaid, () => undefined),
      feed(child, input),
    ])
    if (fault) throw new EngineFailed(fault)
    valueOf(fed)
    if (valueOf(code) !== '0')
      throw new EngineFailed({
        text: 'picking.own.ended',
        values: { code: valueOf(code), said: quoted(valueOf(said), mostSaid) },
      })
    return valueOf(printed)
  } finally {
    clearInterval(watch)
    clearTimeout(late)
    await killAll(child, mark)
    await rm(folder, { recursive: true, force: true })
  }
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

/** The exit code, or the signal that killed the process. */
async function ended(child: ChildProcess, mark: string): Promise<string> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    await killAll(child, mark)
    return signal ?? String(code)
  } catch (error) {
    throw new EngineFailed({
      text: 'picking.own.not-started',
      values: { code: (error as NodeJS.ErrnoException).code ?? '' },
    })
  }
}

/** Streams all of the input to the program, which may stop reading at any point. */
async function feed({ stdin }: ChildProcessWithoutNullStreams, input: AsyncIterable<string>) {
  let isOpen = true
  const closed = new Promise<void>(resolve => stdin.once('close', resolve))
  stdin.on('error', () => undefined)
  void closed.then(() => (isOpen = false))
  for await (const piece of input) {
    if (!isOpen || stdin.write(piece)) continue
    const drained = new AbortController()
    await Promise.race([once(stdin, 'drain', { signal: drained.signal }), closed]).catch(() => undefined)
    drained.abort()
  }
  stdin.end()
}

async function collect(stream: Readable, most: number, tooMuch: () => void): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes > most) continue
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > most) tooMuch()
  }
  return Buffer.concat(chunks).toString().slice(0, most)
}

async function killAll({ pid }: ChildProcess, mark: string): Promise<void> {
  try {
    // Kills the process group, which the program leads.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has already ended.
  }
  await killMarked(mark)
}
