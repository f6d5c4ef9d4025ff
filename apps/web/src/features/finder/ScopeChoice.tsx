import { user } from '@finlist/contract/account/account'
import { scopes } from '@finlist/contract/finder'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { exchange } from './queries.ts'
import type { useAddress } from './use-address.ts'

/** Whether the user has the right to the market's list. That right covers everything derived from the list. */
export const useHasList = (): boolean => useQuery(callQuery(user)).data?.rights.includes(`finlist:${exchange}`) === true

/** Choice between the newest list and all stocks of the market, for people with the right to its list. */
export function ScopeChoice({ address }: { address: ReturnType<typeof useAddress> }) {
  const t = useTranslation('finder')
  if (!useHasList()) return null
  return (
    <div className="pt-4">
      <SegmentedControl
        legend={t('scope')}
        options={scopes.map(value => ({ value, label: t(`scope.${value}`) }))}
        value={address.shown.scope}
        onChange={scope => address.change({ scope, stock: undefined }, { replace: true })}
      />
    </div>
  )
}
