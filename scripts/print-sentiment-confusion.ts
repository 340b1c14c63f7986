/** Prints how the headline scorer reads the labelled headlines, and those that it misreads. */
import { sentimentConfusion } from '../tests/compute/sentiment-confusion.ts';

const { table, misread } = sentimentConfusion();
console.table(table);
console.log(misread.join('\n'));
