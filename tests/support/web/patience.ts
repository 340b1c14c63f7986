import { configure } from '@testing-library/react';

// What waits for code waits for its transformation too, which a busy machine takes seconds for.
configure({ asyncUtilTimeout: 5000 });
