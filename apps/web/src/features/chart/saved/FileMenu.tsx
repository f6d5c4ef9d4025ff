import { useTranslation } from '../../../i18n/texts.ts'
import { MenuItem, MenuLine } from '../../../ui/menu.tsx'
import { RowMenu } from '../../../ui/row-menu.tsx'

type Props = { onSaveAs: () => void; onPicture: () => void; onCsv: () => void }

/** Load it lazily. */
export default function FileMenu({ onSaveAs, onPicture, onCsv }: Props) {
  const t = useTranslation('chart')
  return (
    <RowMenu label={t('more')}>
      <MenuItem onClick={onSaveAs}>{t('save-as')}</MenuItem>
      <MenuLine />
      <MenuItem onClick={onPicture}>{t('picture')}</MenuItem>
      <MenuItem onClick={onCsv}>{t('csv')}</MenuItem>
    </RowMenu>
  )
}
