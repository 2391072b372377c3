/** What is masked until it is revealed: the same for what the tab draws and writes, and for the server's files. */
export { masked, maskedAt, maskLink, maskSentence, maskText, maskVin, maskVins } from '../api/mask'
