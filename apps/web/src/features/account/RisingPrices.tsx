import { type RisingPrices as Choice, risingPrices, user } from '@finlist/contract/account/account'
import { saveUser } from '@finlist/contract/account/profile'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { useStored } from '../../api/storage.ts'
import { applyRisingPrices } from '../../api/theme.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'

/** Choice of the colour for rising prices; signs and arrows are not affected. */
export function RisingPrices() {
  const t = useTranslation('account')
  const rising = useStored('risingPrices')
  return (
    <div>
      <SegmentedControl
        legend={t('rising')}
        value={rising}
        onChange={choose}
        options={risingPrices.options.map(value => ({ value, label: t(`rising.${value}`) }))}
      />
      <p aria-hidden className="mt-1.5 flex gap-4 text-13">
        <span className="text-up">▲ +1.25%</span>
        <span className="text-down">▼ −0.80%</span>
      </p>
      {rising === 'market' && <p className="mt-1 text-13 text-faded">{t('rising.customs')}</p>}
    </div>
  )
}

/** Applies the colour immediately, like a change of language. The account is updated afterwards. */
function choose(colour: Choice): void {
  applyRisingPrices(colour)
  queryClient.setQueryData(callQuery(user).queryKey, me => me && { ...me, risingPrices: colour })
  request(saveUser, { body: { risingPrices: colour } }).catch(console.error)
}
