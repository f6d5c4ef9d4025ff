import { useTranslation } from '../../i18n/texts.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { name: string; onModify: () => void; onRemove: () => void }

/** Load it lazily. The actions on a position. */
export default function PositionMenu({ name, onModify, onRemove }: Props) {
  const t = useTranslation('watchlist')
  return (
    <RowMenu label={`${t('row.actions')}: ${name}`}>
      <MenuItem onClick={onModify}>{t('modify')}</MenuItem>
      <MenuItem onClick={onRemove}>{t('remove')}</MenuItem>
    </RowMenu>
  )
}
