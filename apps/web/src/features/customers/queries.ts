import { type AuditAction, auditLog, findCustomers, readCustomer } from '@finlist/contract/staff/customers'
import { callQuery, queryClient } from '../../api/query-client.ts'

export const foundCustomers = (search: string) => callQuery(findCustomers, { query: { search } })
export const customerOf = (userId: number) => callQuery(readCustomer, { params: { userId } })
export const auditPage = (page: number, action: AuditAction | undefined, userId: number | undefined) =>
  callQuery(auditLog, { query: { page, ...(action && { action }), ...(userId && { userId }) } })

/** Refetches the data that an action changes, even if the action had no response. */
export async function readCustomersAgain(): Promise<void> {
  const calls = [readCustomer, findCustomers, auditLog]
  await Promise.all(calls.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })))
}
