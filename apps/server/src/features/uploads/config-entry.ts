import type { ConfigKey } from '@finlist/contract/staff/config-entries'
import { audit } from '../../db/audit.ts'
import type { Database, Db } from '../../db/database.ts'

/** Saves the setting and records in the audit log who changed it. */
export async function setConfigEntry(
  database: Database,
  { configKey: key, configValue: value }: { configKey: ConfigKey; configValue: string },
  { byUserId, now }: { byUserId: number; now: number },
): Promise<void> {
  const at = new Date(now)
  await database.write(async tx => {
    const set = { value, updated_at: at, by_user_id: byUserId }
    await tx
      .insertInto('config_entry')
      .values({ key, ...set })
      .onConflict(conflict => conflict.column('key').doUpdateSet(set))
      .execute()
    await audit(tx, { byUserId, aboutUserId: null, action: 'config-set', facts: { key, value }, reason: '', at })
  })
}

/** The date of the next free seminar; null if staff never set one. */
export async function seminarDate(db: Db): Promise<string | null> {
  const row = await db.selectFrom('config_entry').select('value').where('key', '=', 'SEMINAR_DATE').executeTakeFirst()
  return row?.value ?? null
}
