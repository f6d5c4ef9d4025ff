import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { ReplaySpeed } from '@finlist/domain/chart/replay'
import type { Resolution } from '@finlist/domain/chart/spans'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../../../api/call-error.ts'
import { productNow } from '../../../api/product-now.ts'
import { advance } from './advance.ts'

type Of = { symbol: string; from: Day; resolution: Resolution; adjustment: Adjustment; isReady: boolean }

/** Replays a symbol's past from a day on, one bar at a time, manually or automatically. */
export function useReplay({ symbol, from, resolution, adjustment, isReady }: Of, onFactor: (factor: number) => void) {
  const [now] = useState(productNow)
  const [asOf, setAsOf] = useState(from)
  const [steps, setSteps] = useState(0)
  const [atEnd, setAtEnd] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<ReplaySpeed>(1)
  const [failed, setFailed] = useState<string>()
  const isBusy = useRef(false)

  const step = async () => {
    if (isBusy.current || !isReady || atEnd) return
    isBusy.current = true
    try {
      const by = resolution === '1D' ? 'day' : 'week'
      const stepped = await advance({ symbol, resolution, adjustment, now }, asOf, by)
      setFailed(undefined)
      if (stepped === 'end') {
        setAtEnd(true)
        setPlaying(false)
        return
      }
      setAsOf(stepped.asOf)
      setSteps(before => before + 1)
      if (stepped.factor !== 1) onFactor(stepped.factor)
    } catch (error) {
      setFailed(errorMessage(error) ?? '')
      setPlaying(false)
    } finally {
      isBusy.current = false
    }
  }
  const latest = useRef(step)
  useEffect(() => {
    latest.current = step
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    // A step is skipped while the previous one is pending, whatever the speed.
    const timer = setInterval(() => void latest.current(), 1_000 / speed)
    return () => clearInterval(timer)
  }, [isPlaying, speed])
  return { asOf, steps, atEnd, isPlaying, setPlaying, speed, setSpeed, failed, step: () => void step() }
}
