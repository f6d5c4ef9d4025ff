import type { Drawing, DrawingPoint } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { KeyboardEvent, RefObject } from 'react'
import { useRef, useState } from 'react'
import { formatLevel } from '../../../components/market-figures.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { timeOf } from '../../../components/price-chart/picture.ts'
import type { DrawingBoard } from './drawing-board.ts'
import { handlesOf, movedBy } from './kind.ts'
import { kindOf } from './kinds.ts'
import type { OnKey } from './use-drawing.ts'
import { useWords } from './use-words.ts'

type Props = {
  engine: ChartEngine | undefined
  board: RefObject<DrawingBoard | undefined>
  bars: readonly DayBar[]
  tool: string | undefined
  /** The selected drawings, in the chart's prices. */
  selected: readonly Drawing[]
  act: {
    leave: () => void
    undo: () => void
    redo: () => void
    move: (drawings: readonly Drawing[]) => void
    remove: () => void
    selectAll: () => void
    copy: () => void
    paste: () => void
  }
  pointInWords: (point: DrawingPoint) => string
  say: (text: string) => void
}

/** The up and down keys move by the price range in view divided by this number; with Alt, by a tenth of that. */
const priceSteps = 100
/** Maximum distance, in bars, beyond the newest bar at which a point can be set by keyboard. */
const mostAhead = 250
const arrows: Record<string, readonly [bars: number, steps: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Controls all drawing by keyboard. `handle`: the handle of the single selected drawing that arrow keys move. */
export function useKeys({ engine, board, bars, tool, selected, act, pointInWords, say }: Props) {
  const { t } = useWords()
  const aim = useRef<{ at: number; price: number; pointed: number }>(undefined)
  const [chosen, setChosen] = useState<{ of: string; handle: number }>()
  const only = selected.length === 1 ? selected[0] : undefined
  const handle = chosen && chosen.of === only?.id ? chosen.handle : undefined
  const last = bars.length - 1

  const priceStep = (isFine: boolean) => {
    const view = engine?.view()
    return view ? (view.high - view.low) / priceSteps / (isFine ? 10 : 1) : 0
  }
  /**
   * Where the next point would be set. Kept here, because the chart's own crosshair cannot go beyond the newest bar.
   */
  const aimedAt = (pointed: number) => {
    const kept = aim.current?.pointed === pointed ? aim.current : undefined
    return { at: kept?.at ?? pointed, price: kept?.price ?? bars[pointed]!.close, pointed }
  }
  const pointOf = ({ at, price }: { at: number; price: number }): DrawingPoint => ({
    time: bars[at] ? timeOf(bars[at]) : (engine?.timeAt(at) ?? 0),
    price,
  })
  const aimAt = (next: { at: number; price: number; pointed: number }) => {
    aim.current = next
    if (next.at <= last) engine?.pointAt(next.at, next.price)
    const view = engine?.view()
    const beyond = view ? next.at + 2 - view.to : 0
    if (view && next.at > last && beyond > 0) engine?.look(view.from + beyond, view.to + beyond)
    board.current?.aimAt(pointOf(next))
    say(next.at > last ? pointInWords(pointOf(next)) : formatLevel(next.price))
  }

  /** Returns true if the active tool handled the key. */
  const place = ({ key, altKey }: KeyboardEvent, pointed: number): boolean => {
    const from = aimedAt(pointed)
    if (key === 'ArrowUp' || key === 'ArrowDown')
      aimAt({ ...from, price: from.price + (key === 'ArrowUp' ? 1 : -1) * priceStep(altKey) })
    else if (key === 'ArrowRight' && from.at >= last) aimAt({ ...from, at: Math.min(from.at + 1, last + mostAhead) })
    else if (key === 'ArrowLeft' && from.at > last) aimAt({ ...from, at: from.at - 1 })
    else if (key === 'Enter' || key === ' ') {
      board.current?.putPoint(pointOf(from))
      say(t('drawing.point-set', { price: formatLevel(from.price) }))
    } else return false
    return true
  }

  const move = ([across, steps]: readonly [number, number], isFine: boolean) => {
    const pane = board.current?.pane()
    const free = selected.filter(({ locked, type }) => !locked && kindOf(type))
    const [drawing] = free
    const kind = drawing && kindOf(drawing.type)
    if (!drawing || !kind || !pane) return
    const moved = ({ time, price }: DrawingPoint) => ({
      time: across === 0 ? time : pane.timeAt(Math.round(pane.placeOf(time)) + across),
      price: price + steps * priceStep(isFine),
    })
    const held = handle === undefined ? undefined : handlesOf(drawing, kind, pane)[handle]
    const whole = (it: Drawing) => ({ ...it, points: it.points.map(moved) })
    act.move(held ? [movedBy(drawing, kind, { handle: handle!, to: moved(held) })] : free.map(whole))
    const where = pointInWords(moved(held ?? drawing.points[0]!))
    say(only ? t('drawing.moved', { where }) : t('drawings.moved', { count: free.length, where }))
  }

  const choose = (drawing: Drawing, at: number): boolean => {
    const kind = kindOf(drawing.type)
    const pane = board.current?.pane()
    const count = kind && pane ? handlesOf(drawing, kind, pane).length : 0
    if (at >= count) return false
    const isAgain = at === handle
    setChosen(isAgain ? undefined : { of: drawing.id, handle: at })
    say(isAgain ? t('drawing.whole') : t('drawing.point-chosen', { at: at + 1, count }))
    return true
  }

  const onKey: OnKey = (event, pointed) => {
    const { key, shiftKey, altKey } = event
    if (event.ctrlKey || event.metaKey) {
      const letter = key.toLowerCase()
      if (letter === 'z') (shiftKey ? act.redo : act.undo)()
      else if (letter === 'y') act.redo()
      else if (letter === 'c' && selected.length > 0) act.copy()
      else if (letter === 'a' && !tool) act.selectAll()
      else if (letter === 'v') act.paste()
      else return false
      return true
    }
    if (key === 'Escape' && (tool || selected.length > 0)) {
      act.leave()
      return true
    }
    if (tool && bars[pointed]) return place(event, pointed)
    if (selected.length === 0) return false
    if (key === 'Delete' || key === 'Backspace') act.remove()
    else if (shiftKey && arrows[key]) move(arrows[key], altKey)
    else if (only && /^[1-9]$/.test(key)) return choose(only, Number(key) - 1)
    else return false
    return true
  }
  return { onKey, handle, forget: () => (aim.current = undefined) }
}
