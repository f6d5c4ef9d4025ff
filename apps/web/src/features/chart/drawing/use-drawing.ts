import {
  type Drawing,
  type DrawingPoint,
  type DrawingType,
  mostDrawings,
  pointsOf,
} from '@finlist/domain/chart/drawings'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { momentAt, placeOf } from '@finlist/domain/chart/time-line'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../api/language.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { formatLevel } from '../../../parts/market-figures.tsx'
import type { ChartEngine } from '../../../parts/price-chart/engine/open-chart.ts'
import { timeOf } from '../../../parts/price-chart/picture.ts'
import { DrawingBoard } from './drawing-board.ts'

type Props = {
  engine: ChartEngine | undefined
  drawings: readonly Drawing[]
  onDraw: (drawings: readonly Drawing[]) => void
  onUndo: () => void
  onRedo: () => void
  bars: readonly DayBar[]
  resolution: Resolution
}

/** An arrow key moves by the range of prices in view divided by this. */
const priceSteps = 100

/** Drawing on the chart by pointer and keyboard: the current tool, the selection, and what is announced. */
export function useDrawing({ engine, drawings, onDraw, onUndo, onRedo, bars, resolution }: Props) {
  const t = useTranslation('chart')
  const [tool, setTool] = useState<DrawingType>()
  const [chosen, setSelected] = useState<string>()
  const [text, setText] = useState<readonly DrawingPoint[]>()
  const spoken = currentLanguage()
  const [announced, setAnnounced] = useState({ spoken, text: '' })
  const setSaid = useCallback((text: string) => setAnnounced({ spoken, text }), [spoken])
  const board = useRef<DrawingBoard>(undefined)
  const aim = useRef<{ at: number; price: number }>(undefined)
  const selected = drawings.some(({ id }) => id === chosen) ? chosen : undefined

  const add = useCallback(
    (type: DrawingType, points: readonly DrawingPoint[], words?: string) => {
      const id = crypto.randomUUID()
      if (drawings.length < mostDrawings) onDraw([...drawings, { id, type, points, ...(words && { text: words }) }])
      setTool(undefined)
      setSelected(id)
      setSaid(t('drawing.added', { name: t(`tool.${type}`) }))
    },
    [drawings, onDraw, setSaid, t],
  )
  const latest = useRef({ onDraw, add })
  useEffect(() => {
    latest.current = { onDraw, add }
  })
  useEffect(() => {
    if (!engine) return
    const opened = new DrawingBoard(engine, engine.place, {
      onDrawn: next => latest.current.onDraw(next),
      onSelect: setSelected,
      onPlaced: (type, points) => (type === 'text' ? setText(points) : latest.current.add(type, points)),
    })
    board.current = opened
    return () => {
      board.current = undefined
      opened.remove()
    }
  }, [engine])
  useEffect(() => board.current?.set({ drawings, selected, tool }), [engine, drawings, selected, tool])

  const take = (next: DrawingType | undefined) => {
    setTool(next)
    aim.current = undefined
    if (next) {
      setSelected(undefined)
      setSaid(t('tool.how', { name: t(`tool.${next}`), count: pointsOf[next] }))
    }
  }
  const remove = () => {
    if (selected) onDraw(drawings.filter(({ id }) => id !== selected))
  }
  const priceStep = () => {
    const view = engine?.view()
    return view ? (view.high - view.low) / priceSteps : 0
  }
  const nudge = (bar: number, price: number) => {
    if (drawings.find(({ id }) => id === selected)?.locked) return
    const times = bars.map(timeOf)
    const moved = ({ time, price: from }: DrawingPoint) => ({
      time: momentAt(Math.round(placeOf(time, times, resolution)) + bar, times, resolution),
      price: from + price,
    })
    onDraw(drawings.map(it => (it.id === selected ? { ...it, points: it.points.map(moved) } : it)))
  }
  const aimBy = (at: number, steps: number) => {
    const from = aim.current?.at === at ? aim.current.price : bars[at]!.close
    const price = from + steps * priceStep()
    aim.current = { at, price }
    engine?.pointAt(at, price)
    board.current?.aimAt({ time: timeOf(bars[at]!), price })
    setSaid(formatLevel(price))
  }

  /** Returns true when the key was for drawing. */
  const onKey = (event: KeyboardEvent, at: number): boolean => {
    const { key, shiftKey } = event
    if (event.ctrlKey || event.metaKey) {
      if (key.toLowerCase() === 'z') (shiftKey ? onRedo : onUndo)()
      else if (key.toLowerCase() === 'y') onRedo()
      else return false
      return true
    }
    if (key === 'Escape' && (tool || selected)) {
      setTool(undefined)
      setSelected(undefined)
      return true
    }
    if (tool && bars[at]) {
      if (key === 'ArrowUp' || key === 'ArrowDown') aimBy(at, key === 'ArrowUp' ? 1 : -1)
      else if (key === 'Enter' || key === ' ') {
        const price = aim.current?.at === at ? aim.current.price : bars[at].close
        board.current?.putPoint({ time: timeOf(bars[at]), price })
        setSaid(t('drawing.point-set', { price: formatLevel(price) }))
      } else return false
      return true
    }
    if (!selected) return false
    if (key === 'Delete' || key === 'Backspace') remove()
    else if (shiftKey && key.startsWith('Arrow')) {
      const [bar, step] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key] ?? [0, 0]
      nudge(bar!, step! * priceStep())
    } else return false
    return true
  }
  return {
    tool,
    take,
    selected,
    select: setSelected,
    remove,
    onKey,
    said: announced.spoken === spoken ? announced.text : '',
    text: text && {
      onText: (words: string) => {
        setText(undefined)
        add('text', text, words)
      },
      onClose: () => setText(undefined),
    },
  }
}
