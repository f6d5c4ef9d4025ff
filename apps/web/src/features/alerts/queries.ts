import { type Alert, alertFirings, alerts, changeAlert, deleteAlert, setAlert } from '@finlist/contract/alerts'
import { callQuery, invalidate, queryClient } from '../../api/query-client.ts'
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

/** Sets a deleted alert again, as it was; what it has seen begins anew. */
export async function setAgain({ kind, exchange, stockCode, value, paused }: Alert): Promise<void> {
  const body = { kind, exchange, ...(stockCode !== null && { stockCode }), ...(value !== null && { value }) }
  const { alertId } = await request(setAlert, { body })
  if (paused) await request(changeAlert, { params: { alertId }, body: { paused } })
  await refresh()
}
