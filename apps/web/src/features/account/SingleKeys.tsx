import { useStored, write } from '../../api/storage.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields/switch.tsx'

/** Turns single-key shortcuts (without Ctrl or Alt) on or off; stored in this browser, like the theme. */
export function SingleKeys() {
  const t = useTranslation('account')
  return (
    <div className="pt-3">
      <Switch
        label={t('single-keys')}
        checked={useStored('singleKeys')}
        onChange={areOn => write('singleKeys', areOn)}
      />
      <p className="-mt-1 ml-10 max-w-[60ch] text-13 text-faded">{t('single-keys.hint')}</p>
    </div>
  )
}
