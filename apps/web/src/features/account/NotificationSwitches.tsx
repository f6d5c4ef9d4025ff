import {
  notificationPreferences,
  type NotificationSwitches as Switches,
  toggleMarketing,
  toggleProduct,
} from '@finlist/contract/account/preferences'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { OnFailed } from './on-failed.ts'

/** Notification switches. They take effect immediately, and revert if the server refuses the change. */
export function NotificationSwitches({ onFailed }: { onFailed: OnFailed }) {
  const t = useTranslation('account')
  const queries = useQueryClient()
  const { queryKey } = callQuery(notificationPreferences)
  const now = useQuery(callQuery(notificationPreferences))
  const show = (change: Partial<Switches>) => {
    queries.setQueryData(queryKey, before => before && { ...before, ...change })
  }
  const change = useMutation({
    mutationFn: (wanted: Partial<Switches>) =>
      wanted.marketingNotifications === undefined
        ? request(toggleProduct, { body: { productNotifications: wanted.productNotifications } })
        : request(toggleMarketing, { body: { marketingNotifications: wanted.marketingNotifications } }),
    onMutate: wanted => {
      const before = queries.getQueryData(queryKey)
      show(wanted)
      return before
    },
    onSuccess: show,
    onError: (error, _, before) => {
      if (before) show(before)
      void onFailed(error)
    },
    scope: { id: 'notification-switches' },
  })
  if (now.isError) return <CallFailed error={now.error} onRetry={() => void now.refetch()} />
  if (!now.data) return <Skeleton className="mt-2 h-24 w-full" />
  return (
    <div className="grid gap-1 pt-1.5">
      <div>
        <Switch
          label={t('marketing')}
          checked={now.data.marketingNotifications}
          onChange={marketingNotifications => change.mutate({ marketingNotifications })}
        />
        <p className="-mt-2 ml-10 pb-1 text-13 text-faded">{t('marketing-hint')}</p>
      </div>
      <div>
        <Switch
          label={t('product')}
          checked={now.data.productNotifications}
          onChange={productNotifications => change.mutate({ productNotifications })}
        />
        <p className="-mt-2 ml-10 pb-1 text-13 text-faded">{t('product-hint')}</p>
      </div>
    </div>
  )
}
