import { useTranslation } from '../../i18n/texts.ts'
import { RowMenu } from '../../ui/row-menu.tsx'

type Props = { name: string; onAlert: () => void; onModify: () => void; onRemove: () => void }

/** The actions on a position. */
export function PositionMenu({ name, onAlert, onModify, onRemove }: Props) {
  const t = useTranslation('watchlist')
  return (
    <RowMenu
      label={`${t('row.actions')}: ${name}`}
      items={[
        { label: t('alert'), onChoose: onAlert },
        { label: t('modify'), onChoose: onModify },
        { label: t('remove'), onChoose: onRemove },
      ]}
    />
  )
}
