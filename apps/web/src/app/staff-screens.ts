import '../i18n/seldom-texts.ts'
import '../i18n/staff-texts.ts'
import type { Feature } from '../i18n/texts.ts'
import { type Code, loadWithTexts, type StaffScreen } from './screens.ts'

/** The log of staff actions uses the texts of the screens where those actions are taken. */
const auditTexts = ['customers', 'billing', 'admin', 'overview'] as const satisfies Feature[]

export const staffScreens: Record<StaffScreen, () => Code> = {
  'admin-affiliates': () =>
    loadWithTexts(['affiliate', 'billing'], import('../features/affiliate/AffiliatesScreen.tsx')),
  'admin-picking': () => loadWithTexts(['picking', 'why', 'finlist'], import('../features/picking/ProposalScreen.tsx')),
  'admin-upload': () => loadWithTexts(['admin'], import('../features/admin/UploadScreen.tsx')),
  'admin-data': () => loadWithTexts(['admin'], import('../features/admin/data/DataScreen.tsx')),
  'admin-users': () => loadWithTexts(['users', 'billing'], import('../features/users/UsersScreen.tsx')),
  'admin-overview': () => loadWithTexts(['overview'], import('../features/overview/OverviewScreen.tsx')),
  'admin-customers': () =>
    loadWithTexts([...auditTexts, 'account'], import('../features/customers/CustomersScreen.tsx')),
  'admin-audit': () => loadWithTexts(auditTexts, import('../features/customers/audit/AuditScreen.tsx')),
  'admin-revenue': () => loadWithTexts(['revenue', 'billing'], import('../features/revenue/RevenueScreen.tsx')),
}
