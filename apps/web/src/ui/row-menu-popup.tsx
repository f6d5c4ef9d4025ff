import { type ComponentProps, Fragment } from 'react'
import { Menu, MenuItem, MenuLine } from './menu.tsx'
import type { RowMenuItem } from './row-menu.tsx'

type Props = Omit<ComponentProps<typeof Menu>, 'children'> & { items: readonly RowMenuItem[] }

export default function RowMenuPopup({ items, ...menu }: Props) {
  return (
    <Menu {...menu} className="min-w-44">
      {items.map(({ label, onChoose, ruled }) => (
        <Fragment key={label}>
          {ruled && <MenuLine />}
          <MenuItem onClick={onChoose}>{label}</MenuItem>
        </Fragment>
      ))}
    </Menu>
  )
}
