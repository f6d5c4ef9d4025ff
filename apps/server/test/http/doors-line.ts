import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { OwnProgram } from '../own-program.ts'
import type { Read, Readers } from './doors-readers.ts'

export const readers = 50

/** Starts readers that send the next request as soon as one is answered, signed in as the program's current account. */
export function openReaders(program: Pick<OwnProgram, 'base' | 'headers'>) {
  const asked: Readers = {
    url: `${program.base}/api/finlist/HKEX/last-updated`,
    headers: program.headers,
    count: readers,
  }
  const worker = new Worker(new URL('./doors-readers.ts', import.meta.url), { workerData: asked })
  const failed: string[] = []
  const order = async (word: 'take' | 'stop') => {
    worker.postMessage(word)
    const [read] = (await once(worker, 'message')) as [Read]
    failed.push(...read.failed)
    return read.times
  }
  return { failed, take: () => order('take'), stop: () => order('stop') }
}
