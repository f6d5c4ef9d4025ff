import type { Drawing, DrawingStyle } from '@finlist/domain/chart/drawings'
import type { Kind } from './kind.ts'
import { kindOf } from './kinds.ts'
import { SelectedBar } from './SelectedBar.tsx'
import { SeveralBar } from './SeveralBar.tsx'

type Props = {
  /** The selected drawings. */
  drawings: readonly Drawing[]
  isSeveral: boolean
  /** Tells the user what to do next with the active tool. */
  hint: string | undefined
  onChange: (part: Partial<Drawing>) => void
  onStyle: (drawing: Drawing, style: Partial<DrawingStyle> | undefined) => void
  onText: (kind: Kind, drawing: Drawing) => void
  onSeveral: () => void
  /** Whether the chart has further drawings to select. */
  hasOthers: boolean
  onCopy: () => void
  onDelete: () => void
}

/** Actions for the selected drawings, or the hint for the active tool. */
export function OverChart({ drawings, hint, onStyle, onText, hasOthers, ...props }: Props) {
  const { isSeveral, onSeveral, onChange, onCopy, onDelete } = props
  const only = drawings.length === 1 ? drawings[0] : undefined
  const kind = only && kindOf(only.type)
  if (only && kind && !only.hidden && !isSeveral)
    return (
      <SelectedBar
        key={only.id}
        drawing={only}
        kind={kind}
        onChange={onChange}
        onStyle={style => onStyle(only, style)}
        onText={() => onText(kind, only)}
        onSeveral={hasOthers ? onSeveral : undefined}
        onCopy={onCopy}
        onDelete={onDelete}
      />
    )
  if (drawings.some(({ hidden }) => !hidden) && (isSeveral || drawings.length > 1))
    return <SeveralBar drawings={drawings} {...props} />
  return (
    hint && (
      <p className="pointer-events-none absolute top-2 left-2 z-20 max-w-[calc(100%-5rem)] rounded-md border border-line bg-raised px-3 py-1.5 text-13 shadow-float">
        {hint}
      </p>
    )
  )
}
