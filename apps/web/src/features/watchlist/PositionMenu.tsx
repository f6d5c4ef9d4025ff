import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { name: string; onModify: () => void; onRemove: () => void }

/** The actions on a position. */
export function PositionMenu({ name, onModify, onRemove }: Props) {
  const t = useTranslation('watchlist')
  return (
    <RowMenu
      label={`${t('row.actions')}: ${name}`}
      items={[
        { label: t('modify'), onChoose: onModify },
        { label: t('remove'), onChoose: onRemove },
      ]}
    />
  )
}
