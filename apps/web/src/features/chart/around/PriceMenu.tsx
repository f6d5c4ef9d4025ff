import { Fragment, useMemo } from 'react'
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx'

type MenuEntry = { label: string; onChoose: () => void; ruled?: boolean }

type Props = {
  label: string
  /** Position on the page, in pixels. */
  spot: { x: number; y: number }
  /** The element that gets the focus back. */
  origin: HTMLElement
  entries: readonly MenuEntry[]
  onClose: () => void
}

/** A menu at a spot of the chart. */
export function PriceMenu({ label, spot: { x, y }, origin, entries, onClose }: Props) {
  const anchor = useMemo(
    () => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0), contextElement: origin }),
    [x, y, origin],
  )
  return (
    <Menu anchor={anchor} open onOpenChange={now => !now && onClose()} label={label} className="min-w-56">
      {entries.map(({ label: text, onChoose, ruled }) => (
        <Fragment key={text}>
          {ruled && <MenuLine />}
          <MenuItem onClick={onChoose}>{text}</MenuItem>
        </Fragment>
      ))}
    </Menu>
  )
}
