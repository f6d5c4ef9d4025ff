import { user } from '@finlist/contract/account/account'
import { scopes } from '@finlist/contract/finder'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { exchange } from './queries.ts'
import type { useAddress } from './use-address.ts'

/** Whether the person has the right to the market's list, and so to everything derived from it. */
export const useHasList = (): boolean => useQuery(callQuery(user)).data?.rights.includes(`finlist:${exchange}`) === true

/** Choice of screening the newest list or every stock of the market, for those with the right to its list. */
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
