import { useTranslation } from '../../i18n/texts.ts'
import { offerUpdate } from '../../pwa/waiting-update.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from './Notice.tsx'

/** Lazy-loaded. Offers a new version. An open page never switches to it unless the user accepts. */
export default function UpdateNotice({ onTake }: { onTake: () => void }) {
  const t = useTranslation('notices')
  return (
    <Notice
      label={t('update')}
      actions={
        <>
          <Button variant="quiet" onClick={() => offerUpdate(undefined)}>
            {t('update.later')}
          </Button>
          <Button variant="main" onClick={onTake}>
            {t('update.take')}
          </Button>
        </>
      }
    >
      {t('update')}
    </Notice>
  )
}
