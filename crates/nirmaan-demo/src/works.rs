//! What the works are called, in the words of published notices.

use super::profile::{Authority, Trade};
use super::seed::Seed;

/// Templates by trade. `{p}` and `{q}` are places, `{a}`/`{b}` chainages in km, `{n}` a length, `{k}` a capacity,
/// `{c}` a running number.
fn templates(trade: Trade) -> &'static [&'static str] {
    match trade {
        Trade::Road => &[
            "Widening and Strengthening of {p}-{q} Road km {a}/200 to {b}/00",
            "Resurfacing of {p}-{q} Road km {a}/0 to {b}/0",
            "Construction of B.T. roads, Ring Road Zone-{c}, {p}",
            "Improvement of road {p} to {q} Market {n} km under RIDF-XXXI NABARD",
            "S R to {p}-{q} branch road km {a}/000-{b}/500",
            "Bituminous renewal of {p}-{q} Road km {a}/0 to {b}/0",
            "Pothole repair and patch work, {p} sub-division, package {c}",
            "CC road with side drain in ward {c}, {p}",
            "Upgradation of PMGSY road from {p} to {q}, {n} km, package ZZ-{c}",
        ],
        Trade::Bridge => &[
            "Construction of high level bridge across nala on {p}-{q} Road km {a}/400",
            "Construction of RCC box culvert at km {a}/600 of {p}-{q} Road",
            "Rehabilitation of minor bridge no. {c} on {p}-{q} Road",
            "Approach road and protection work of bridge near {p}, {n} km",
            "Replacement of expansion joints and bearings, bridge at {p}",
        ],
        Trade::Water => &[
            "Overhead tank {k} KL with pumping machinery at {p}",
            "Providing and laying DI K-9 pipeline {n} km from {p} to {q}",
            "Sewerage system for ward {c}, {p}",
            "Augmentation of rural water supply scheme, {p} and {c} habitations",
            "Windrow pad with roofing at resource recovery park, {p}",
            "Renovation of filtration plant {k} KLD at {p}",
        ],
        Trade::Irrigation => &[
            "Lining of water course RD {k}53-L, {p}",
            "Desilting and remodelling of {p} minor, RD 0 to {k}00",
            "Construction of check dam on {p} nala",
            "Repair of sluice gates and canal service road, {p} distributary",
            "Underground pipeline irrigation network {n} km, village {p}",
        ],
        Trade::Building => &[
            "Construction of staff quarters ({c} units) at {p}",
            "Construction of PHC building at {p}",
            "Boundary wall and gate of Government school, {p}",
            "Construction of {c} additional class rooms at {p}",
            "Construction of toilet block at {p}",
            "Special repair of office building and water proofing, {p}",
            "Construction of Panchayat bhawan at {p}",
        ],
        Trade::Railway => &[
            "Construction of LROB in lieu of LC TT-{c} km {a}/2 near {p}",
            "Earthwork, minor bridges, P-way, ballast, 3rd line {p}-{q}",
            "Construction of staff quarters Type-II ({c} units) at {p} station",
            "Extension of platform and provision of cover over platform at {p}",
            "Through rail renewal {n} km between {p} and {q}",
            "Construction of limited height subway at km {a}/7 near {p}",
            "Supply and stacking of machine crushed track ballast at {p} depot",
        ],
        Trade::Electrical => &[
            "Rooftop solar {k} kWp on station and office buildings, {p}",
            "Electrification of {c} Government buildings at {p}",
            "Supply and erection of high mast lighting ({c} nos.) at {p}",
            "Grid-connected solar plant {k} kWp with 5 years O&M, {p}",
            "11 kV line {n} km and 200 kVA substation at {p}",
            "Energy efficient street lighting from {p} to {q}, {n} km",
        ],
    }
}

/// The same in Hindi.
fn hindi_templates(trade: Trade) -> &'static [&'static str] {
    match trade {
        Trade::Road => {
            &["{p} से {q} तक सड़क चौड़ीकरण एवं सुदृढ़ीकरण कार्य, {n} किमी", "वार्ड {c} में सीसी रोड एवं नाली निर्माण, {p}"]
        }
        Trade::Bridge => &["{p}-{q} मार्ग पर किमी {a} में पुलिया निर्माण कार्य"],
        Trade::Water => &["{p} में {k} किलोलीटर उच्च जलाशय का निर्माण", "{p} से {q} तक पेयजल पाइपलाइन, {n} किमी"],
        Trade::Irrigation => &["{p} माइनर नहर की सफाई एवं लाइनिंग कार्य"],
        Trade::Building => &["{p} में शासकीय विद्यालय भवन का निर्माण", "{p} में पंचायत भवन एवं चारदीवारी निर्माण"],
        Trade::Railway => {
            &["{p} स्टेशन पर प्लेटफार्म विस्तार एवं शेड निर्माण", "{p}-{q} के बीच समपार के स्थान पर अंडरपास निर्माण"]
        }
        Trade::Electrical => {
            &["{p} में {k} किलोवाट रूफटॉप सोलर संयंत्र की स्थापना", "{p} में हाई मास्ट लाइट ({c} नग) लगाने का कार्य"]
        }
    }
}

/// Places of a state where notices come in Hindi; none where they don't.
pub(super) fn hindi_places(state: &str) -> &'static [&'static str] {
    match state {
        "GJ" => &["नवासर", "धरपुरा", "संतरोड़ा", "लीमडिया", "वाघपुर"],
        "MP" => &["चांदगढ़", "बम्होरी कलां", "सेमरिया", "पत्थरखेड़ा", "बरोदिया"],
        "RJ" => &["रामपुरा डाबड़ी", "किशनवास", "भदवासी", "झोटपुरा", "नीमेड़ा"],
        "MH" => &["शिरगांव", "वडगांव बुद्रुक", "निंभोरे", "कासारवाड़ी", "तलवाड़े"],
        "CG" => &["भाटागांव", "खरोरा", "सिमगांव", "तिल्दा खास", "पेंड्रा टोला"],
        _ => &[],
    }
}

/// A work of an authority.
pub(super) fn name(seed: &mut Seed, authority: &Authority, hindi: bool) -> String {
    let template =
        seed.pick(if hindi { hindi_templates(authority.trade) } else { templates(authority.trade) });
    let places = if hindi { hindi_places(authority.state) } else { authority.places };
    let p = seed.pick(places);
    let other: Vec<&str> = places.iter().copied().filter(|place| *place != p).collect();
    let q = seed.pick(&other);
    let from = seed.between(0, 85);
    let to = from + seed.between(2, 33);
    let length = format!("{}.{}0", seed.between(1, 24), seed.between(1, 9));
    template
        .replace("{p}", p)
        .replace("{q}", q)
        .replace("{a}", &from.to_string())
        .replace("{b}", &to.to_string())
        .replace("{n}", &length)
        .replace("{k}", &(50 * seed.between(1, 20)).to_string())
        .replace("{c}", &seed.between(2, 28).to_string())
}

/// How an authority of this trade and tender size is paid.
pub(super) fn contract_type(seed: &mut Seed, trade: Trade, large: bool) -> &'static str {
    match trade {
        Trade::Road | Trade::Bridge if large => {
            seed.pick(&["EPC", "EPC", "HAM", "Item rate", "Percentage rate"])
        }
        Trade::Railway => seed.pick(&["Item rate", "Item rate", "Percentage rate", "Lump sum"]),
        Trade::Electrical => seed.pick(&["Lump sum", "EPC", "Item rate", "Rate contract"]),
        _ => seed.pick(&[
            "Percentage rate",
            "Percentage rate",
            "Item rate",
            "Item rate",
            "Lump sum",
            "Rate contract",
        ]),
    }
}
