// Before React loads: for each component that renders, its development build writes a track of the profiler and
// captures a stack, which takes longer than the test does.
Reflect.deleteProperty(console, 'timeStamp');
Reflect.deleteProperty(console, 'createTask');

export {};
