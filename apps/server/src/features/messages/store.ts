import type { MessageTarget } from '@finlist/contract/staff/message-targets'
import { audit } from '../../db/audit.ts'
import type { Db, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'

export async function readMessages(db: Db, target: MessageTarget, now: Date) {
  return await db
    .selectFrom('system_message as m')
    .leftJoin('message_withdrawal as w', 'w.system_message_id', 'm.system_message_id')
    .select(['m.system_message_id', 'm.message_en', 'm.message_zh', 'm.expires_at'])
    .where('m.target', '=', target)
    .where('m.expires_at', '>', now)
    .where('w.withdrawn_at', 'is', null)
    .orderBy('m.system_message_id', 'desc')
    .limit(50)
    .execute()
}

export async function saveMessage(
  tx: Tx,
  message: { messageEn: string; messageZh: string; target: MessageTarget; expiresAt: Date; byUserId: number },
): Promise<number> {
  const { system_message_id } = await tx
    .insertInto('system_message')
    .values({
      message_en: message.messageEn,
      message_zh: message.messageZh,
      target: message.target,
      expires_at: message.expiresAt,
      by_user_id: message.byUserId,
    })
    .returning('system_message_id')
    .executeTakeFirstOrThrow()
  await publish(tx, `messages:${message.target}`)
  return system_message_id
}

/** A page of all messages, newest first, and their total number. */
export async function readSaidMessages(db: Db, { skip, most }: { skip: number; most: number }) {
  const rows = await db
    .selectFrom('system_message as m')
    .leftJoin('users as writer', 'writer.user_id', 'm.by_user_id')
    .leftJoin('message_withdrawal as w', 'w.system_message_id', 'm.system_message_id')
    .leftJoin('users as withdrawer', 'withdrawer.user_id', 'w.by_user_id')
    .select([
      'm.system_message_id',
      'm.target',
      'm.message_en',
      'm.message_zh',
      'm.created_at',
      'm.expires_at',
      'w.withdrawn_at',
      'writer.email as written_by',
      'withdrawer.email as withdrawn_by',
    ])
    .orderBy('m.system_message_id', 'desc')
    .offset(skip)
    .limit(most)
    .execute()
  const { total } = await db
    .selectFrom('system_message')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export type SaidRow = Awaited<ReturnType<typeof readSaidMessages>>['rows'][number]

/** Withdraws the message unless it has expired. Returns whether the message exists. */
export async function withdrawMessage(
  tx: Tx,
  { systemMessageId, byUserId, now }: { systemMessageId: number; byUserId: number; now: Date },
): Promise<boolean> {
  const message = await tx
    .selectFrom('system_message')
    .select(['target', 'expires_at'])
    .where('system_message_id', '=', systemMessageId)
    .executeTakeFirst()
  if (!message) return false
  if (message.expires_at <= now) return true
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('message_withdrawal')
    .values({ system_message_id: systemMessageId, by_user_id: byUserId })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return true
  await publish(tx, `messages:${message.target as MessageTarget}`)
  const facts = { systemMessageId, target: message.target }
  await audit(tx, { byUserId, aboutUserId: null, action: 'message-withdrawn', facts, reason: '', at: now })
  return true
}
