import { writeFileSync } from 'node:fs'
import { englishFile, messageCalls, messagesIn, written } from './messages-in-code.ts'

// node test/house-rules/extract-messages.ts: writes the list of all texts
writeFileSync(englishFile, written(messagesIn(messageCalls())))
