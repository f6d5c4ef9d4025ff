import '../../../i18n/seldom-texts.ts'
import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { type Drawing, type DrawingPoint, mostDrawings } from '@finlist/domain/chart/drawings'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { currentLanguage } from '../../../api/language.ts'
import { useStored } from '../../../api/storage.ts'
import { showAlert } from '../../../components/notices/show-alert.ts'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { copyDrawings, pastedOn } from './clipboard.ts'
import { DrawingList } from './DrawingList.tsx'
import { DrawingBoard } from './drawing-board.ts'
import { editsOf, newDrawing } from './edits.ts'
import { keepUsed } from './kept-tools.ts'
import type { Kind } from './kind.ts'
import { kindOf } from './kinds.ts'
import { OverChart } from './OverChart.tsx'
import { TextDialog } from './TextDialog.tsx'
import { ToolSheet } from './ToolSheet.tsx'
import { useDescriptions } from './use-descriptions.ts'
import type { OnKey } from './use-drawing.ts'
import { useKeys } from './use-keys.ts'
import { useSelection } from './use-selection.ts'
import { useShownDrawings } from './use-shown-drawings.ts'

export type DrawingsProps = {
  engine: ChartEngine | undefined
  symbol: string
  /** The drawings as stored, in prices as traded. */
  drawings: readonly Drawing[]
  onDraw: (drawings: readonly Drawing[]) => void
  onUndo: () => void
  onRedo: () => void
  bars: readonly DayBar[]
  resolution: Resolution
  adjustment: Adjustment
  /** The market's trading currency. */
  currency: string
  /** Undefined until the actions are loaded. */
  actions: readonly CorporateActionFacts[] | undefined
  tool: string | undefined
  onTool: (tool: string | undefined) => void
  /** Whether all tools are shown for choosing one. */
  isChoosing: boolean
  onChosen: () => void
  keys: RefObject<OnKey | undefined>
  /** Omitted if no alert can be set. */
  onAlert?: (price: number) => void
}
/** The drawing, new or existing, for which a text is requested. */
type Asked = { kind: Kind; points: readonly DrawingPoint[] } | { kind: Kind; of: Drawing }

/**
 * Lazy-loaded, with all drawing code. The drawings over a chart, their tools, and the list of drawings below the chart.
 */
export default function Drawings(props: DrawingsProps) {
  const { engine, symbol, drawings, onDraw, onUndo, onRedo, bars, resolution, tool, onTool } = props
  const { isChoosing, onChosen, keys, onAlert } = props
  const { t, nameOf, pointInWords, inWords, howOf, hintOf } = useDescriptions(bars, resolution)
  const [asked, setAsked] = useState<Asked>()
  /** Number of points placed with the active tool. */
  const [placed, setPlaced] = useState(0)
  const isMagnetOn = useStored('drawingTools')['magnet'] === true
  const spoken = currentLanguage()
  const [said, setSaid] = useState({ spoken, text: '' })
  const say = (text: string) => setSaid({ spoken, text })
  const board = useRef<DrawingBoard>(undefined)
  const kind = tool === undefined ? undefined : kindOf(tool)
  const { shown, stored } = useShownDrawings(props)
  const selection = useSelection({ drawings: shown, isDrawing: tool !== undefined, say })
  const { chosen, chosenIds, isSeveral, setSeveral, select, choose, chooseSeveral, chooseAll } = selection

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
  const addNew = (of: Kind, points: readonly DrawingPoint[], text?: string) =>
    add([newDrawing(of, points, text)], 'drawing.added')
  const { change, move, setStyle, changeList } = editsOf(props, stored)
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
    copyDrawings(chosen, symbol)
    say(told(chosen, 'copied'))
  }
  const paste = () => {
    const pane = board.current?.pane()
    const pasted = pane && pastedOn(symbol, pane)
    if (pasted) add(pasted, 'drawing.pasted')
  }
  const copyBeside = () => {
    copy()
    paste()
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
  // A layout effect, which runs before the paint: a press may follow as soon as the active tool is on the screen, so
  // the board must have it by then.
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
    // Another symbol's chart may be drawn by the same engine; points placed so far belong to the symbol before.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [engine, symbol])
  const chosenKey = chosenIds.join(' ')
  useLayoutEffect(
    () =>
      board.current?.set({ drawings: shown, selected: chosenIds, isSeveral, tool: kind, bars, isMagnetOn, handle, t }),
    // `t` is a new function on each render, but its texts change only with the language.
    // oxlint-disable-next-line react/exhaustive-deps
    [engine, symbol, shown, chosenKey, isSeveral, kind, bars, isMagnetOn, handle, spoken],
  )
  useEffect(() => {
    latest.current.forget()
    if (tool === undefined) return
    select([])
    setSeveral(false)
    keepUsed(tool)
    setSaid({ spoken, text: latest.current.how })
  }, [tool, spoken, select, setSeveral])

  const over = engine?.place.parentElement
  return (
    <>
      {over &&
        createPortal(
          <OverChart
            drawings={chosen}
            isSeveral={isSeveral}
            hint={kind && hintOf(kind, placed)}
            onChange={part => change(chosenIds, part)}
            onStyle={setStyle}
            onText={(its, of) => setAsked({ kind: its, of })}
            onSeveral={chooseSeveral}
            hasOthers={shown.length > 1}
            onCopy={copyBeside}
            onDelete={remove}
          />,
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
}
