import '../i18n/staff-texts.ts'
import { arrived, type Code, type StaffScreen } from './screens.ts'

export const staffScreens: Record<StaffScreen, () => Code> = {
  'admin-affiliates': () => arrived(['affiliate', 'billing'], import('../features/affiliate/AffiliatesScreen.tsx')),
  'admin-upload': () => arrived(['admin'], import('../features/admin/UploadScreen.tsx')),
  'admin-users': () => arrived(['users', 'billing'], import('../features/users/UsersScreen.tsx')),
  'admin-overview': () => arrived(['overview'], import('../features/overview/OverviewScreen.tsx')),
  'admin-customers': () => arrived(['customers', 'billing'], import('../features/customers/CustomersScreen.tsx')),
  'admin-audit': () => arrived(['customers', 'billing'], import('../features/customers/audit/AuditScreen.tsx')),
  'admin-revenue': () => arrived(['revenue', 'billing'], import('../features/revenue/RevenueScreen.tsx')),
}
