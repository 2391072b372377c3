/** For tests that respond in the place of the server. */
import { REQUEST_ID_HEADER } from './config'

/** Headers by which a page recognizes a response of the server. */
export const ofServer = { [REQUEST_ID_HEADER]: 'of-a-test' }

/** Requested after each refusal of an event stream: no test has a server that sends one. */
export const STREAM_CHECK = '/config.json'
