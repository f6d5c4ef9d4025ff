import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Repeated } from '../../src/background/repeated.ts'

const logged: object[] = []
const log = { warn: (details: object) => void logged.push(details) }

beforeEach(() => {
  vi.useFakeTimers()
  logged.length = 0
})
afterEach(() => void vi.useRealTimers())

describe('a repeated task', () => {
  it('runs immediately, then on schedule, or earlier if the task returns a shorter time', async () => {
    const waits = [undefined, 10, undefined]
    let runs = 0
    const repeated = new Repeated(log)
    repeated.every('work', 1_000, async () => waits[runs++])
    await vi.advanceTimersByTimeAsync(0)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(runs).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(runs).toBe(3)
    await vi.advanceTimersByTimeAsync(999)
    expect(runs).toBe(3)
    await repeated.stop()
  })

  it('never waits longer than its usual time', async () => {
    let runs = 0
    const repeated = new Repeated(log)
    repeated.every('work', 1_000, async () => {
      runs++
      return Number.POSITIVE_INFINITY
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toBe(2)
    await repeated.stop()
  })

  it('continues after a failure, which is logged with its name', async () => {
    let runs = 0
    const repeated = new Repeated(log)
    repeated.every('work', 1_000, async () => {
      if (runs++ === 0) throw new Error('no')
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(runs).toBe(2)
    expect(logged).toMatchObject([{ work: 'work', err: { message: 'no' } }])
    await repeated.stop()
  })

  it('a repeated task that is woken runs soon: several calls cause one run, and calls during a run one more after it', async () => {
    let runs = 0
    const end: (() => void)[] = []
    const repeated = new Repeated(log)
    const wake = repeated.every('work', 1_000, () => {
      runs++
      return new Promise<void>(resolve => end.push(resolve))
    })
    await vi.advanceTimersByTimeAsync(0)
    wake()
    wake()
    await vi.advanceTimersByTimeAsync(500)
    expect(runs).toBe(1)
    end.shift()!()
    await vi.advanceTimersByTimeAsync(50)
    expect(runs).toBe(2)
    end.shift()!()
    await vi.advanceTimersByTimeAsync(0)
    wake()
    await vi.advanceTimersByTimeAsync(50)
    expect(runs).toBe(3)
    end.shift()!()
    await repeated.stop()
  })

  it('a repeated task that is stopped starts nothing new and drains its current run', async () => {
    let runs = 0
    let end = () => {}
    const repeated = new Repeated(log)
    const wake = repeated.every('work', 1_000, () => {
      runs++
      return new Promise<void>(resolve => (end = resolve))
    })
    const stopped = vi.fn<() => void>()
    const stop = repeated.stop().then(stopped)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(stopped).not.toHaveBeenCalled()
    wake()
    end()
    await stop
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toBe(1)
    repeated.every('late', 1_000, async () => void runs++)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(runs).toBe(1)
  })
})
