import { Share, SquarePlus } from 'lucide-react'
import { useEffect } from 'react'
import { useOperator } from '../../api/operator.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { endInstallOffer } from '../../pwa/early-install.ts'
import { acceptInstallOffer, countInstallOffer } from '../../pwa/install-offer.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Notice } from './Notice.tsx'

/** Lazy-loaded. Offers to install the app, at most twice. If the browser cannot prompt, lists the steps instead. */
export default function InstallNotice({ how }: { how: 'prompt' | 'steps' }) {
  const t = useTranslation('notices')
  const { brand } = useOperator()
  const isPhone = useIsPhone()
  useEffect(countInstallOffer, [])
  return (
    <Notice
      label={t('install.label')}
      actions={
        <>
          <Button variant="quiet" onClick={endInstallOffer}>
            {t(how === 'steps' ? 'got-it' : 'install.later')}
          </Button>
          {how === 'prompt' && (
            <Button variant="main" onClick={acceptInstallOffer}>
              {t('install')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(isPhone || how === 'steps' ? 'install.phone' : 'install.desktop', { brand })}</p>
      {how === 'steps' && (
        <ol className="mt-2 grid gap-1.5 text-13">
          <li className="flex items-center gap-2.5">
            <Share size={18} aria-hidden className="shrink-0 text-accent" />
            {t('install.step-1')}
          </li>
          <li className="flex items-center gap-2.5">
            <SquarePlus size={18} aria-hidden className="shrink-0 text-accent" />
            {t('install.step-2')}
          </li>
        </ol>
      )}
    </Notice>
  )
}
