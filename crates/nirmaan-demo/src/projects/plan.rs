//! What is to be done in a work of each trade: headings, items with unit and rate, milestones.

use super::super::profile::Trade;

/// A line of a bill of quantities.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// 0 to 4.
    pub level: i32,
    pub title: &'static str,
    /// What kind of work it is; empty for headings.
    pub kind: &'static str,
    /// Empty for headings and milestones.
    pub unit: &'static str,
    /// Rupees a unit, without tax.
    pub rate: i64,
    /// Its part of the whole value, beside the parts of all others.
    pub weight: i64,
    pub is_milestone: bool,
}

/// The lines of a work: those before, those of each section, and those at the end.
pub(super) struct Plan {
    pub before: &'static [Line],
    /// What sections are called.
    pub section: &'static str,
    pub sectional: &'static [Line],
    pub after: &'static [Line],
}

/// A heading.
pub(super) const fn head(level: i32, title: &'static str) -> Line {
    Line { level, title, kind: "", unit: "", rate: 0, weight: 0, is_milestone: false }
}

const fn milestone(level: i32, title: &'static str) -> Line {
    Line { level, title, kind: "Milestone", unit: "", rate: 0, weight: 0, is_milestone: true }
}

const fn item(
    level: i32,
    title: &'static str,
    kind: &'static str,
    unit: &'static str,
    rate: i64,
    weight: i64,
) -> Line {
    Line { level, title, kind, unit, rate, weight, is_milestone: false }
}

const BEFORE: &[Line] = &[
    head(0, "Preliminaries"),
    milestone(1, "Site handed over"),
    item(1, "Survey, setting out and bench marks", "Survey", "nos", 2_400, 3),
    item(1, "Site office, stores and field laboratory", "Mobilisation", "month", 85_000, 6),
    item(1, "Clearing of the site", "Earthwork", "sqm", 8, 2),
];

const AFTER: &[Line] = &[
    head(0, "Handing over"),
    item(1, "As-built drawings and measurement books", "Documentation", "set", 60_000, 1),
    milestone(1, "Final inspection"),
    milestone(1, "Completion certificate"),
];

const ROAD: &[Line] = &[
    head(1, "Earthwork"),
    item(2, "Excavation in ordinary soil", "Earthwork", "cum", 165, 20),
    head(2, "Embankment"),
    item(3, "Embankment from borrow area", "Earthwork", "cum", 310, 45),
    head(3, "Tests of layers"),
    item(4, "Field density tests", "Testing", "nos", 450, 1),
    item(4, "CBR tests", "Testing", "nos", 2_800, 1),
    head(1, "Pavement"),
    item(2, "Granular sub-base", "Sub-base", "cum", 1_980, 80),
    item(2, "Wet mix macadam", "Base course", "cum", 2_350, 95),
    item(2, "Prime and tack coat", "Bituminous", "sqm", 42, 18),
    item(2, "Dense bituminous macadam", "Bituminous", "cum", 8_900, 150),
    item(2, "Bituminous concrete", "Bituminous", "cum", 10_600, 110),
    item(1, "Hume pipe culverts", "Cross drainage", "m", 6_800, 25),
    item(1, "Side drains", "Drainage", "m", 1_950, 22),
    item(1, "Thermoplastic marking and road furniture", "Road furniture", "sqm", 640, 9),
];

const BRIDGE: &[Line] = &[
    head(1, "Foundation"),
    item(2, "Excavation for foundations", "Earthwork", "cum", 240, 14),
    head(2, "Piles"),
    item(3, "Boring, 1,200 mm", "Piling", "m", 9_800, 110),
    item(3, "Pile concrete M35", "Concrete", "cum", 8_400, 85),
    head(3, "Tests of piles"),
    item(4, "Integrity tests", "Testing", "nos", 3_500, 1),
    item(4, "Load tests", "Testing", "nos", 185_000, 4),
    head(1, "Substructure"),
    item(2, "Abutment and pier concrete M35", "Concrete", "cum", 8_900, 95),
    item(2, "Reinforcement Fe 500D", "Reinforcement", "t", 78_000, 130),
    head(1, "Superstructure"),
    item(2, "Girders and deck slab M40", "Concrete", "cum", 10_800, 140),
    item(2, "Elastomeric bearings", "Bearings", "nos", 24_000, 12),
    item(2, "Strip seal expansion joints", "Bearings", "m", 14_500, 9),
    item(1, "Stone pitching and guide bunds", "Protection", "cum", 2_150, 30),
];

const WATER: &[Line] = &[
    head(1, "Trench"),
    item(2, "Trench in ordinary soil", "Earthwork", "cum", 215, 35),
    item(2, "Trench in soft rock", "Earthwork", "cum", 560, 18),
    head(1, "Pipeline"),
    item(2, "DI K-9 pipes, 300 mm", "Pipes", "m", 3_850, 210),
    item(2, "Sluice and air valves", "Pipes", "nos", 21_500, 18),
    head(2, "Tests"),
    item(3, "Hydrostatic test", "Testing", "m", 65, 4),
    head(3, "Disinfection"),
    item(4, "Flushing", "Testing", "m", 12, 1),
    item(4, "Chlorination and sampling", "Testing", "nos", 1_800, 1),
    item(1, "Reinstatement of roads", "Road work", "sqm", 920, 26),
    item(1, "House connections", "Pipes", "nos", 4_600, 34),
];

const IRRIGATION: &[Line] = &[
    head(1, "Canal bed"),
    item(2, "Desilting", "Earthwork", "cum", 140, 30),
    item(2, "Dressing and compaction of the sub-grade", "Earthwork", "sqm", 55, 14),
    head(1, "Lining"),
    item(2, "LDPE film", "Lining", "sqm", 95, 22),
    item(2, "Cement concrete lining M15, 75 mm", "Concrete", "sqm", 610, 160),
    head(2, "Structures"),
    item(3, "Outlets and turnouts", "Masonry", "nos", 18_500, 26),
    head(3, "Gates"),
    item(4, "Fabrication of gates", "Steel", "kg", 135, 18),
    item(4, "Hoisting gear", "Steel", "nos", 46_000, 8),
    item(1, "Service road", "Road work", "m", 1_480, 28),
];

const BUILDING: &[Line] = &[
    head(1, "Structure"),
    item(2, "Excavation for foundations", "Earthwork", "cum", 230, 8),
    item(2, "Plain concrete M10", "Concrete", "cum", 5_600, 12),
    head(2, "Frame"),
    item(3, "Columns, beams and slabs M25", "Concrete", "cum", 8_100, 110),
    head(3, "Reinforcement"),
    item(4, "Cutting and bending Fe 500", "Reinforcement", "t", 68_000, 70),
    item(4, "Placing and binding", "Reinforcement", "t", 9_500, 10),
    item(3, "Centring and shuttering", "Shuttering", "sqm", 620, 38),
    item(2, "Brick masonry in cement mortar 1:6", "Masonry", "cum", 6_900, 46),
    head(1, "Finishing"),
    item(2, "Plaster 12 and 15 mm", "Plaster", "sqm", 310, 30),
    item(2, "Vitrified tile flooring", "Flooring", "sqm", 1_240, 36),
    item(2, "Doors and windows", "Joinery", "sqm", 5_900, 32),
    item(2, "Painting", "Painting", "sqm", 145, 14),
    head(1, "Services"),
    item(2, "Electrification", "Electrical", "point", 1_350, 24),
    item(2, "Water supply and sanitary work", "Plumbing", "point", 4_200, 28),
];

const RAILWAY: &[Line] = &[
    head(1, "Formation"),
    item(2, "Earthwork in filling", "Earthwork", "cum", 335, 70),
    item(2, "Blanketing, 600 mm", "Earthwork", "cum", 980, 48),
    head(1, "Bridges and subways"),
    item(2, "RCC box segments", "Concrete", "nos", 410_000, 90),
    head(2, "Box pushing"),
    item(3, "Thrust bed", "Concrete", "cum", 7_600, 14),
    head(3, "Pushing under traffic"),
    item(4, "Jacking", "Box pushing", "m", 168_000, 62),
    item(4, "Relieving girders and speed restriction", "Box pushing", "day", 54_000, 12),
    head(1, "Permanent way"),
    item(2, "Machine crushed ballast", "Ballast", "cum", 1_640, 84),
    item(2, "PSC sleepers", "Track", "nos", 3_250, 66),
    item(2, "Linking of 60 kg rails", "Track", "m", 1_150, 40),
    milestone(2, "Fit for goods traffic"),
];

const ELECTRICAL: &[Line] = &[
    head(1, "Design and approvals"),
    item(2, "Load survey and drawings", "Design", "set", 48_000, 4),
    milestone(2, "Drawings approved"),
    head(1, "Supply"),
    item(2, "Modules, panels and transformers", "Supply", "nos", 13_500, 190),
    item(2, "XLPE cable", "Supply", "m", 690, 66),
    head(1, "Erection"),
    item(2, "Structures and foundations", "Civil", "nos", 8_400, 40),
    head(2, "Wiring"),
    item(3, "Laying and termination of cable", "Electrical", "m", 185, 26),
    head(3, "Earthing"),
    item(4, "Chemical earth pits", "Electrical", "nos", 9_800, 10),
    item(4, "Tests of earth resistance", "Testing", "nos", 750, 1),
    item(1, "Commissioning", "Testing", "nos", 36_000, 8),
];

/// The plan of a trade.
pub(super) fn of(trade: Trade) -> Plan {
    let (section, sectional) = match trade {
        Trade::Road => ("Reach", ROAD),
        Trade::Bridge => ("Span", BRIDGE),
        Trade::Water => ("Zone", WATER),
        Trade::Irrigation => ("Reach", IRRIGATION),
        Trade::Building => ("Block", BUILDING),
        Trade::Railway => ("Section", RAILWAY),
        Trade::Electrical => ("Site", ELECTRICAL),
    };
    Plan { before: BEFORE, section, sectional, after: AFTER }
}

/// What projects of a trade are called by kind.
pub(super) fn kind(trade: Trade) -> &'static str {
    match trade {
        Trade::Road => "Road",
        Trade::Bridge => "Bridge",
        Trade::Water => "Water supply",
        Trade::Irrigation => "Irrigation",
        Trade::Building => "Building",
        Trade::Railway => "Railway",
        Trade::Electrical => "Electrical",
    }
}
