import { type Alert, alertFirings, alerts, changeAlert, deleteAlert, restoreAlert } from '@finlist/contract/alerts'
import { invalidate } from '../../api/invalidate.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'

export const alertsQuery = () => callQuery(alerts)

export const firingsOf = ({ alertId }: Alert) => callQuery(alertFirings, { params: { alertId } })

const refresh = () => invalidate(topic => topic === 'alerts')

export async function setPaused({ alertId }: Alert, paused: boolean): Promise<void> {
  const changed = await request(changeAlert, { params: { alertId }, body: { paused } })
  queryClient.setQueryData(
    alertsQuery().queryKey,
    before => before && { ...before, alerts: before.alerts.map(it => (it.alertId === alertId ? changed : it)) },
  )
}

export async function remove({ alertId }: Alert): Promise<void> {
  await request(deleteAlert, { params: { alertId } })
  await refresh()
}

/** Restores a deleted alert in its previous state. */
export async function bringBack({ alertId }: Alert): Promise<void> {
  await request(restoreAlert, { params: { alertId } })
  await refresh()
}
