import { fetchTexts } from '../i18n/texts.ts'

/** A notice's texts and its code, fetched side by side. */
export const withTexts = async <T>(code: Promise<T>) => (await Promise.all([code, fetchTexts('notices')]))[0]
