import { configure } from '@testing-library/react';

// Waiting for code includes its transformation, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 5000 });
