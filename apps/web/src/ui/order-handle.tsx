import { GripVertical } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef } from 'react'

type Props = ComponentProps<'button'> & {
  label: string
  /** A shorter name, for a handle in a row header that already names the row. */
  shortLabel?: string
}

/** The handle by which a row is dragged. While it has the focus, arrow keys move the row. */
export const OrderHandle = ({ label, shortLabel = label, className = '', ...props }: Props) => (
  <button
    type="button"
    aria-label={shortLabel}
    title={label}
    className={`grid shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faded -outline-offset-2 hover:bg-wash active:cursor-grabbing ${className}`}
    {...props}
  >
    <GripVertical size={16} aria-hidden />
  </button>
)

type Moves = {
  /** The names in order. Each row carries its name as `data-order`. */
  names: readonly string[]
  /** Called with the complete order each time the row `moved` changes its place. `isOver`: the row was dropped. */
  onOrder: (names: string[], move: { moved: string; isOver: boolean }) => void
}

/**
 * Returns the props of a row's handle. The row is moved by dragging the handle with the mouse or a finger, or by the up
 * and down arrow keys.
 */
export function useReorder({ names, onOrder }: Moves) {
  const dragged = useRef<{ name: string; order: string[] }>(undefined)
  const moved = (order: readonly string[], name: string, to: number): string[] => {
    const others = order.filter(other => other !== name)
    return [...others.slice(0, to), name, ...others.slice(to)]
  }
  return (name: string) => ({
    'data-handle': name,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      dragged.current = { name, order: [...names] }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = dragged.current
      if (now?.name !== name) return
      const to = rowUnder(event.clientY, now.order)
      if (to === undefined || now.order[to] === name) return
      now.order = moved(now.order, name, to)
      onOrder(now.order, { moved: name, isOver: false })
    },
    onPointerUp() {
      if (dragged.current) onOrder(dragged.current.order, { moved: name, isOver: true })
      dragged.current = undefined
    },
    onPointerCancel() {
      dragged.current = undefined
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (by === 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      event.stopPropagation()
      const to = names.indexOf(name) + by
      if (to >= 0 && to < names.length) onOrder(moved(names, name, to), { moved: name, isOver: true })
    },
  })
}

/** The index of the row at a vertical position in the window; undefined if there is none. */
function rowUnder(y: number, order: readonly string[]): number | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-order]')]
  const under = rows.find(row => {
    const { top, bottom } = row.getBoundingClientRect()
    return y >= top && y < bottom
  })
  const at = order.indexOf(under?.dataset['order'] ?? '')
  return at === -1 ? undefined : at
}
