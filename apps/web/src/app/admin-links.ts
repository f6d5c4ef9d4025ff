import type { Role } from '@finlist/domain/plans/roles'

const links = [
  { path: '/admin/overview', screen: 'admin-overview' },
  { path: '/admin/picking', screen: 'admin-picking' },
  { path: '/admin/upload', screen: 'admin-upload' },
  { path: '/admin/data', screen: 'admin-data' },
  { path: '/admin/user-list', screen: 'admin-users' },
  { path: '/admin/customers', screen: 'admin-customers' },
  { path: '/admin/audit', screen: 'admin-audit' },
  { path: '/admin/revenue', screen: 'admin-revenue' },
  { path: '/admin/affiliates', screen: 'admin-affiliates' },
] as const

/** The ways to the admin screens, for those who may use them. The server decides again there. */
export const adminLinks = (roles: readonly Role[] = []) =>
  roles.includes('staff') || roles.includes('admin') ? links : []
