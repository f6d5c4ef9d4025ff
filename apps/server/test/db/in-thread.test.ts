import { expect, it } from 'vitest'
import { inThread } from '../../src/background/in-thread.ts'

const limits = { seconds: 20, megabytes: 64 }
const thread = (body: string) =>
  new URL(
    `data:text/javascript,import { parentPort, workerData } from 'node:worker_threads'; ${encodeURIComponent(body)}`,
  )

it('a worker thread that has answered is not terminated: it ends normally before its answer is returned', async () => {
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const says = thread(`
    process.on('exit', () => Atomics.store(workerData, 0, 1))
    parentPort.postMessage(await Promise.resolve('said'))
    await new Promise(resolve => setTimeout(resolve, 50))`)
  expect(await inThread(says, ended, limits)).toBe('said')
  // The exit handler ran, which means that the thread was not terminated.
  expect(Atomics.load(ended, 0)).toBe(1)
})

it('a worker thread that throws, ends silently or times out rejects its caller', async () => {
  await expect(inThread(thread(`throw new RangeError('no such market')`), {}, limits)).rejects.toThrow('no such market')
  await expect(inThread(thread(''), {}, limits)).rejects.toThrow('ended without an answer')
  await expect(inThread(thread('for (;;);'), {}, { ...limits, seconds: 1 })).rejects.toThrow('more than 1 s')
})

it('a worker thread that uses too much memory is terminated, and the process continues', async () => {
  const hoards = thread('const kept = []; for (;;) kept.push([Math.random()])')
  await expect(inThread(hoards, {}, limits)).rejects.toThrow('memory limit')
})
