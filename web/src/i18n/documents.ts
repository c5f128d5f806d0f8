import { enIN } from './en-IN';
import { documentsIN } from './en-IN.documents';

/** Every sentence of the application, and those of the screens of documents. */
export const t = { ...enIN, ...documentsIN };
