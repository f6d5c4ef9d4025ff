import { write } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from './Notice.tsx'

/**
 * Lazy-loaded. Asks once for consent to analytics, if the operator has configured a service. The user can change the
 * answer in the preferences.
 */
export default function ConsentNotice() {
  const t = useTranslation('notices')
  return (
    <Notice
      label={t('consent.label')}
      actions={
        <>
          <Button onClick={() => write('analyticsConsent', 'no')}>{t('consent.no')}</Button>
          <Button onClick={() => write('analyticsConsent', 'yes')}>{t('consent.yes')}</Button>
        </>
      }
    >
      {t('consent')}
    </Notice>
  )
}
