import { useStored, write } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields/switch.tsx'

/** The user's consent to analytics, which can be changed at any time. */
export function ConsentChoice() {
  const t = useTranslation('account')
  const consent = useStored('analyticsConsent')
  return (
    <div className="pt-1.5">
      <Switch
        label={t('statistics.agree')}
        checked={consent === 'yes'}
        onChange={yes => write('analyticsConsent', yes ? 'yes' : 'no')}
      />
      <p className="-mt-1 ml-10 max-w-[60ch] text-13 text-faded">{t('statistics.hint')}</p>
    </div>
  )
}
