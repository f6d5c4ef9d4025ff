import { useTexts } from '../i18n/texts.ts'
import { offerUpdate } from '../pwa/waiting-update.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from './Notice.tsx'

/** Load it lazily. A new version is offered, never forced on somebody's work. */
export default function UpdateNotice({ onTake }: { onTake: () => void }) {
  const t = useTexts('notices')
  return (
    <Notice
      label={t('update')}
      actions={
        <>
          <Button look="quiet" onClick={() => offerUpdate(undefined)}>
            {t('update.later')}
          </Button>
          <Button look="main" onClick={onTake}>
            {t('update.take')}
          </Button>
        </>
      }
    >
      {t('update')}
    </Notice>
  )
}
