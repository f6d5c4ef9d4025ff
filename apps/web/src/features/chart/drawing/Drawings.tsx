import '../../../i18n/seldom-texts.ts'
import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { type Drawing, type DrawingPoint, type DrawingStyle, mostDrawings } from '@finlist/domain/chart/drawings'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { placeOf } from '@finlist/domain/chart/time-line'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { currentLanguage } from '../../../api/language.ts'
import { productNow } from '../../../api/product-now.ts'
import { useStored } from '../../../api/storage.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { formatLevel } from '../../../components/market-figures.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { timeOf } from '../../../components/price-chart/picture.ts'
import { showAlert } from '../../../components/show-alert.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { shownDrawing, stepsOfChart, tradedDrawing } from './as-traded.ts'
import { DrawingList } from './DrawingList.tsx'
import { DrawingBoard } from './drawing-board.ts'
import { keepStyle, keepUsed, keptStyle } from './kept-tools.ts'
import { type Kind, placedBy } from './kind.ts'
import { kindOf } from './kinds.ts'
import { SelectedBar } from './SelectedBar.tsx'
import { SeveralBar } from './SeveralBar.tsx'
import { TextDialog } from './TextDialog.tsx'
import { ToolSheet } from './ToolSheet.tsx'
import type { OnKey } from './use-drawing.ts'
import { useKeys } from './use-keys.ts'
import { useWords } from './use-words.ts'

export type DrawingsProps = {
  engine: ChartEngine | undefined
  symbol: string
  /** As they are stored. */
  drawings: readonly Drawing[]
  onDraw: (drawings: readonly Drawing[]) => void
  onUndo: () => void
  onRedo: () => void
  bars: readonly DayBar[]
  resolution: Resolution
  adjustment: Adjustment
  /** The market's trading currency. */
  currency: string
  /** Undefined until the actions are known. */
  actions: readonly CorporateActionFacts[] | undefined
  tool: string | undefined
  onTool: (tool: string | undefined) => void
  /** All tools are shown. */
  isChoosing: boolean
  onChosen: () => void
  keys: RefObject<OnKey | undefined>
  /** Omitted where no alert can be set. */
  onAlert?: (price: number) => void
}
/** What a text is requested for. */
type Asked = { kind: Kind; points: readonly DrawingPoint[] } | { kind: Kind; of: Drawing }

/** The drawings last copied, on their symbol. */
let copied: { drawings: readonly Drawing[]; symbol: string } | undefined

/** Lazy-loaded, with all drawing code. The drawings over a chart, their tools, and their list under it. */
export default function Drawings(props: DrawingsProps) {
  const { engine, symbol, drawings, onDraw, onUndo, onRedo, bars, resolution, tool, onTool } = props
  const { adjustment, currency, actions, isChoosing, onChosen, keys, onAlert } = props
  const { t, nameOf } = useWords()
  const phone = useIsPhone()
  const [selectedIds, select] = useState<readonly string[]>([])
  const [isSeveral, setSeveral] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  /** The number of points placed with the active tool. */
  const [placed, setPlaced] = useState(0)
  const isMagnetOn = useStored('drawingTools')['magnet'] === true
  const spoken = currentLanguage()
  const [said, setSaid] = useState({ spoken, text: '' })
  const say = (text: string) => setSaid({ spoken, text })
  const board = useRef<DrawingBoard>(undefined)
  const [today] = useState(() => new Date(productNow()).toISOString().slice(0, 10))
  const steps = useMemo(
    () => actions && stepsOfChart(actions, { adjustment, bars, resolution, currency, today }),
    [actions, adjustment, bars, resolution, currency, today],
  )
  const shown = useMemo(() => (steps ? drawings.map(it => shownDrawing(it, steps)) : drawings), [drawings, steps])
  const stored = (drawing: Drawing) => (steps ? tradedDrawing(drawing, steps) : drawing)
  const times = useMemo(() => bars.map(timeOf), [bars])
  const kind = tool === undefined ? undefined : kindOf(tool)
  const chosen = tool === undefined ? shown.filter(({ id }) => selectedIds.includes(id)) : []
  const chosenIds = chosen.map(({ id }) => id)
  const selected = chosen.length === 1 ? chosen[0] : undefined

  const pointInWords = ({ time, price }: DrawingPoint) =>
    t('drawing.point', { date: formatDay(dayOf(time), 'short'), price: formatLevel(price) })
  const among = { bars, t, placeOf: (time: number) => placeOf(time, times, resolution) }
  const inWords = (drawing: Drawing) => {
    const its = kindOf(drawing.type)
    const where = its?.isStroke ? [drawing.points[0]!, drawing.points.at(-1)!] : drawing.points
    const told = drawing.points.length >= (its?.points ?? 0) && its?.told?.(drawing.points as never, among)
    const said = { name: drawing.text || nameOf(its), where: where.map(pointInWords).join(' – ') }
    return told ? t('drawing.in-words.told', { ...said, told }) : t('drawing.in-words', said)
  }

  const add = (added: readonly Drawing[], how: 'drawing.added' | 'drawing.pasted') => {
    const [drawing] = added
    if (drawings.length + added.length > mostDrawings)
      return void showAlert(t('drawings.full', { count: mostDrawings }))
    onDraw([...drawings, ...added.map(stored)])
    onTool(undefined)
    select(added.map(({ id }) => id))
    if (!drawing) return
    if (added.length > 1) return say(t('drawings.pasted', { count: added.length }))
    const its = kindOf(drawing.type)
    const count = its?.points ?? 1
    say([t(how, { name: inWords(drawing) }), t('drawing.how', { count })].join('. '))
  }
  const choose = (id: string | undefined, more: boolean) => {
    if (more && id === undefined) return
    const next = more ? chosenIds.filter(it => it !== id) : []
    const ids = id === undefined || (more && chosenIds.includes(id)) ? next : [...next, id]
    select(ids)
    if (more) say(t('drawings.selected', { count: ids.length }))
  }
  const chooseSeveral = () => {
    setSeveral(!isSeveral)
    if (!isSeveral) say(t('drawings.tap'))
  }
  const chooseAll = () => {
    const ids = shown.flatMap(({ id, hidden }) => (hidden ? [] : [id]))
    select(ids)
    say([t('drawings.selected', { count: ids.length }), t('drawings.how')].join('. '))
  }
  const addNew = (of: Kind, points: readonly DrawingPoint[], text?: string) => {
    const style = keptStyle(of.type)
    const drawing = {
      id: crypto.randomUUID(),
      type: of.type,
      points,
      ...(text && { text }),
      ...(Object.keys(style).length > 0 && { style }),
    }
    add([drawing], 'drawing.added')
  }
  const change = (ids: readonly string[], part: Partial<Drawing>) =>
    onDraw(drawings.map(it => (ids.includes(it.id) ? { ...it, ...part } : it)))
  const move = (moved: readonly Drawing[]) => {
    const next = new Map(moved.map(it => [it.id, stored(it)]))
    onDraw(drawings.map(it => next.get(it.id) ?? it))
  }
  const told = (these: readonly Drawing[], one: 'deleted' | 'copied') =>
    these.length === 1
      ? t(`drawing.${one}`, { name: nameOf(kindOf(these[0]!.type)) })
      : t(`drawings.${one}`, { count: these.length })
  const remove = () => {
    onDraw(drawings.filter(({ id }) => !chosenIds.includes(id)))
    setSeveral(false)
    say(told(chosen, 'deleted'))
  }
  const copy = () => {
    copied = { drawings: chosen, symbol }
    say(told(chosen, 'copied'))
  }
  const paste = () => {
    const pane = board.current?.pane()
    if (!pane || copied?.symbol !== symbol) return
    add(
      copied.drawings.map(it => shifted(it, pane)),
      'drawing.pasted',
    )
  }
  const copyBeside = () => {
    copy()
    paste()
  }
  const setStyle = (drawing: Drawing, style: Partial<DrawingStyle> | undefined) => {
    const { style: _, ...plain } = drawings.find(({ id }) => id === drawing.id)!
    onDraw(drawings.map(it => (it.id === drawing.id ? { ...plain, ...(style && { style }) } : it)))
    keepStyle(drawing.type, style ?? {})
  }
  const leave = () => {
    onTool(undefined)
    select([])
    setSeveral(false)
  }
  const { onKey, handle, forget } = useKeys({
    engine,
    board,
    bars,
    tool,
    selected: chosen,
    act: {
      leave,
      undo: () => {
        onUndo()
        say(t('undone'))
      },
      redo: () => {
        onRedo()
        say(t('redone'))
      },
      move,
      remove,
      selectAll: chooseAll,
      copy,
      paste,
    },
    pointInWords,
    say,
  })

  const latest = useRef({ move, addNew, choose, forget, how: '' })
  // Layout effect, so that the board knows the active tool once it is on the screen: a press may come before an effect
  // after the paint does.
  useLayoutEffect(() => {
    keys.current = onKey
    latest.current = { move, addNew, choose, forget, how: kind ? howOf(kind) : '' }
  })
  useEffect(
    () => () => {
      keys.current = undefined
    },
    [keys],
  )
  useLayoutEffect(() => {
    if (!engine) return undefined
    const opened = new DrawingBoard(engine, {
      onMoved: moved => latest.current.move(moved),
      onSelect: (id, more) => latest.current.choose(id, more),
      onPoints: setPlaced,
      onPlaced: (of, points) => (of.hasText ? setAsked({ kind: of, points }) : latest.current.addNew(of, points)),
    })
    board.current = opened
    return () => {
      board.current = undefined
      opened.remove()
    }
  }, [engine])
  const chosenKey = chosenIds.join(' ')
  useLayoutEffect(
    () =>
      board.current?.set({ drawings: shown, selected: chosenIds, isSeveral, tool: kind, bars, isMagnetOn, handle, t }),
    // `t` is another function in every render, but its texts change only with the language.
    // oxlint-disable-next-line react/exhaustive-deps
    [engine, shown, chosenKey, isSeveral, kind, bars, isMagnetOn, handle, spoken],
  )
  useEffect(() => {
    latest.current.forget()
    if (tool === undefined) return
    select([])
    setSeveral(false)
    keepUsed(tool)
    setSaid({ spoken, text: latest.current.how })
  }, [tool, spoken])

  const over = engine?.place.parentElement
  const its = selected && kindOf(selected.type)
  return (
    <>
      {over &&
        createPortal(
          selected && its && !selected.hidden && !isSeveral ? (
            <SelectedBar
              key={selected.id}
              drawing={selected}
              kind={its}
              onChange={part => change(chosenIds, part)}
              onStyle={style => setStyle(selected, style)}
              onText={() => setAsked({ kind: its, of: selected })}
              onSeveral={shown.length > 1 ? chooseSeveral : undefined}
              onCopy={copyBeside}
              onDelete={remove}
            />
          ) : chosen.some(({ hidden }) => !hidden) && (isSeveral || chosen.length > 1) ? (
            <SeveralBar
              drawings={chosen}
              isSeveral={isSeveral}
              onSeveral={chooseSeveral}
              onChange={part => change(chosenIds, part)}
              onCopy={copyBeside}
              onDelete={remove}
            />
          ) : (
            kind && (
              <p className="pointer-events-none absolute top-2 left-2 z-20 max-w-[calc(100%-5rem)] rounded-md border border-line bg-raised px-3 py-1.5 text-13 shadow-float">
                {hintOf(kind)}
              </p>
            )
          ),
          over,
        )}
      <output className="sr-only">{said.spoken === spoken ? said.text : ''}</output>
      <DrawingList
        drawings={shown}
        inWords={inWords}
        selected={chosenIds}
        isSeveral={isSeveral}
        onSeveral={chooseSeveral}
        onSelect={choose}
        onSelectAll={chooseAll}
        onChange={changeList}
        onAlert={onAlert}
      />
      {isChoosing && (
        <ToolSheet
          tool={tool}
          onTool={type => {
            onChosen()
            onTool(type)
          }}
          onClose={onChosen}
        />
      )}
      {asked && (
        <TextDialog
          name={nameOf(asked.kind)}
          before={'of' in asked ? asked.of.text : undefined}
          onText={text => {
            setAsked(undefined)
            if ('of' in asked) change([asked.of.id], { text })
            else addNew(asked.kind, asked.points, text)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )

  /** The list changes everything but prices: those stay as they are stored. */
  function changeList(next: readonly Drawing[]) {
    const points = new Map(drawings.map(it => [it.id, it.points]))
    onDraw(next.map(it => ({ ...it, points: points.get(it.id) ?? it.points })))
  }

  function howOf(of: Kind): string {
    const name = nameOf(of)
    return of.isStroke ? t('tool.how.stroke', { name }) : t('tool.how', { name, count: placedBy(of) })
  }

  function hintOf(of: Kind): string {
    const name = nameOf(of)
    if (of.isStroke) return t('tool.hint.stroke', { name })
    const count = placedBy(of)
    const hint =
      placed > 0 && placed < count
        ? t('tool.hint.next', { name, at: placed + 1, all: count })
        : t('tool.hint', { name, count })
    return phone ? `${hint} ${t('tool.hint.touch')}` : hint
  }
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Offset of a copy from its original: bars to the right, and a fraction of the prices in view downwards. */
const beside = { bars: 3, prices: 0.04 }

type Place = {
  placeOf: (time: number) => number
  timeAt: (place: number) => number
  view: { low: number; high: number }
}

function shifted(drawing: Drawing, { placeOf, timeAt, view }: Place): Drawing {
  const { locked: _, hidden: __, ...plain } = drawing
  const down = (view.high - view.low) * beside.prices
  return {
    ...plain,
    id: crypto.randomUUID(),
    points: drawing.points.map(({ time, price }) => ({
      time: timeAt(placeOf(time) + beside.bars),
      price: Math.max(price - down, price / 2),
    })),
  }
}
