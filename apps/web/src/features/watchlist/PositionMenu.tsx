import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = {
  name: string
  onAlert: () => void
  onMove: (by: 1 | -1) => void
  onModify: () => void
  onRemove: () => void
}

/** The actions on a position. */
export function PositionMenu({ name, onAlert, onMove, onModify, onRemove }: Props) {
  const t = useTranslation('watchlist')
  return (
    <RowMenu
      label={t('row.actions', { name })}
      items={[
        { label: t('alert'), onChoose: onAlert },
        { label: t('modify'), onChoose: onModify },
        { label: t('order.up'), onChoose: () => onMove(-1), ruled: true },
        { label: t('order.down'), onChoose: () => onMove(1) },
        { label: t('remove'), onChoose: onRemove, ruled: true },
      ]}
    />
  )
}
