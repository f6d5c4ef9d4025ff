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

/** Links to the admin screens, for users who may open them. The server checks again. */
export const adminLinks = (roles: readonly Role[] = []) =>
  roles.includes('staff') || roles.includes('admin') ? links : []
